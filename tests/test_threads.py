"""Fits and other Python threads get along."""

import threading
from concurrent.futures import ThreadPoolExecutor
from math import inf
from time import perf_counter

import joblib
import pytest

from exactree import OptimalTreeClassifier
from problems import hard_table, nested


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_other_python_threads_run_during_a_fit():
    model = OptimalTreeClassifier(max_depth=6, time_limit=1.0)
    search = threading.Thread(target=model.fit, args=hard_table())
    start = perf_counter()
    search.start()
    search.join(0.1)
    assert perf_counter() - start < 0.8  # a second, were the interpreter held
    search.join()
    assert model.status_ == "time_limit"


def fit(seed):
    X, y = hard_table(rows=80, columns=9, seed=seed)
    return nested(OptimalTreeClassifier(max_depth=3, n_jobs=1 + seed % 2).fit(X, y).tree_)


def test_many_fits_at_once_find_what_each_finds_alone():
    seeds = range(24)
    alone = [fit(seed) for seed in seeds]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(fit, seeds)) == alone
    assert joblib.Parallel(n_jobs=2)(joblib.delayed(fit)(seed) for seed in seeds) == alone


def test_a_fit_outside_the_main_thread_raises_its_errors_there():
    with ThreadPoolExecutor(1) as pool:
        failed = pool.submit(OptimalTreeClassifier().fit, [[0], [inf]], [0, 1])
        with pytest.raises(ValueError, match="column 'x0', row 1 is inf"):
            failed.result()


def test_one_model_predicts_in_many_threads():
    X, y = hard_table(rows=500, columns=9)
    model = OptimalTreeClassifier(max_depth=2).fit(X, y)
    expected = model.predict(X).tolist()
    with ThreadPoolExecutor(4) as pool:
        for predicted in pool.map(model.predict, [X] * 40):
            assert predicted.tolist() == expected
