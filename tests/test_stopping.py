"""A search that is stopped leaves an honest answer, whoever stopped it and whenever."""

import subprocess
import sys
import textwrap
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import ConvergenceWarning

from exactree import OptimalTreeClassifier
from problems import hard_table, problems

SEARCH = Path("/proc/self/task")


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_search_out_of_time_keeps_its_best_tree_and_says_so(n_jobs):
    X, y = hard_table()
    model = OptimalTreeClassifier(max_depth=6, time_limit=0.2, n_jobs=n_jobs)
    with pytest.warns(ConvergenceWarning, match=r"time_limit=0.2 s.*Raise time_limit") as warned:
        model.fit(X, y)
    assert warned[0].filename == __file__
    assert model.status_ == "time_limit"
    assert model.lower_bound_ < model.objective_
    assert model.gap_ == model.objective_ - model.lower_bound_
    assert np.count_nonzero(model.predict(X) != y) == model.objective_


def test_a_search_out_of_time_is_better_than_no_question():
    X, y = hard_table()
    model = OptimalTreeClassifier(max_depth=6, time_limit=1.0)
    with pytest.warns(ConvergenceWarning):
        model.fit(X, y)
    assert model.objective_ < np.bincount(y).min()


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@given(problems(), st.sampled_from([0, 1e-5, 1e-4, 3e-4, 1e-3]), st.sampled_from([1, 4]))
def test_the_optimum_lies_between_the_floor_and_the_tree_however_short_the_time(
    problem, time_limit, n_jobs
):
    model = OptimalTreeClassifier(**problem.limits, time_limit=time_limit, n_jobs=n_jobs)
    model.fit(problem.X, problem.y)
    assert model.lower_bound_ <= problem.brute.least_errors <= model.objective_
    assert (model.status_ == "optimal") == (model.gap_ == 0) or model.status_ == "time_limit"
    assert np.count_nonzero(model.predict(problem.X) != problem.y) == model.objective_


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.uint8, np.float64])
def test_a_large_table_out_of_time_gives_a_single_leaf(order, dtype):
    X = np.zeros((500_000, 20), dtype=dtype, order=order)
    y = np.arange(500_000) % 5 % 2  # two zeros more than ones in every five
    model = OptimalTreeClassifier(time_limit=0)
    with pytest.warns(ConvergenceWarning):
        model.fit(X, y)
    assert model.status_ == "time_limit"
    assert (model.objective_, model.lower_bound_) == (200_000, 0)
    assert model.tree_.counts.tolist() == [[300_000, 200_000]]
    assert model.predict(X[:1]).tolist() == [0]


def test_numbers_are_understood_even_without_time_to_search():
    numbers, y = np.linspace(0, 1, 10).reshape(-1, 1), np.arange(10) % 2
    with pytest.warns(ConvergenceWarning):
        model = OptimalTreeClassifier(time_limit=0).fit(numbers, y)
    assert str(model.columns_) == "x0: numbers; all 9 thresholds"
    with pytest.raises(ValueError, match="infinity"):
        OptimalTreeClassifier(time_limit=0).fit(np.where(numbers == 1, np.inf, numbers), y)


def test_enough_time_changes_nothing():
    X, y = hard_table(rows=100, columns=10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        limited = OptimalTreeClassifier(max_depth=2, time_limit=3_600).fit(X, y)
    free = OptimalTreeClassifier(max_depth=2).fit(X, y)
    assert limited.status_ == free.status_ == "optimal"
    assert str(limited.tree_) == str(free.tree_)


def test_no_better_tree_is_no_matter_of_time():
    X, y = hard_table(rows=60, columns=6)
    best = OptimalTreeClassifier(max_depth=2).fit(X, y).objective_
    with pytest.warns(UserWarning, match=f"below max_error={best};"):
        model = OptimalTreeClassifier(max_depth=2, max_error=best).fit(X, y)
    assert model.status_ == "no_better_tree"
    assert model.lower_bound_ == best
    assert OptimalTreeClassifier(max_depth=2, max_error=best + 1).fit(X, y).objective_ == best


def run(script):
    """Run a script in an interpreter of its own, so that its Ctrl-C is nobody else's."""
    prelude = f"""
        import os, signal, sys, threading
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from pathlib import Path
        from problems import hard_table
        from exactree import OptimalTreeClassifier

        searches = 1

        def running():
            tasks = Path("/proc/self/task").glob("*/comm")
            return [task.read_text() for task in tasks].count("exactree\\n")

        def interrupt_the_search():
            "Wait until every search has its thread, then send what Ctrl-C sends."
            while running() < searches:
                pass
            os.kill(os.getpid(), signal.SIGINT)

        model = OptimalTreeClassifier(max_depth=6)
        signaller = threading.Thread(target=interrupt_the_search)
        """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", textwrap.dedent(prelude) + textwrap.dedent(script)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout.splitlines()


on_linux = pytest.mark.skipif(
    not SEARCH.exists(), reason="/proc tells when the search runs; this system has none"
)


@on_linux
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_ctrl_c_ends_the_search_and_keeps_the_best_tree(n_jobs):
    told = run(f"""
        model.set_params(n_jobs={n_jobs})
        X, y = hard_table()
        signaller.start()
        try:
            model.fit(X, y)
        except KeyboardInterrupt as error:
            print(model.status_, model.lower_bound_ < model.objective_, error.args)
            print((model.predict(X) != y).sum() == model.objective_)
    """)
    assert told == ["interrupted True ()", "True"]


@on_linux
def test_ctrl_c_is_heard_while_a_large_table_is_packed():
    told = run("""
        X, y = hard_table(rows=2_000_000, columns=30)
        signaller.start()
        try:
            model.fit(X, y)
        except KeyboardInterrupt:
            print("heard", hasattr(model, "tree_"))
    """)
    assert told == ["heard True"]


@on_linux
def test_what_a_signal_handler_raises_comes_back_as_its_own_error():
    told = run("""
        class Alarm(Exception):
            pass

        def handler(number, frame):
            raise Alarm("wake up")

        signal.signal(signal.SIGINT, handler)
        signaller.start()
        try:
            model.fit(*hard_table())
        except Alarm as error:
            print(error, model.status_)
    """)
    assert told == ["wake up interrupted"]


@on_linux
def test_a_signal_that_raises_nothing_does_not_end_the_search():
    told = run("""
        heard = []
        signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
        import warnings
        warnings.simplefilter("ignore")
        signaller.start()
        model.set_params(time_limit=0.5).fit(*hard_table())
        print(len(heard), model.status_)
    """)
    assert told == ["1 time_limit"]


@on_linux
def test_ctrl_c_ends_a_fit_of_the_main_thread_only():
    told = run("""
        import warnings
        warnings.simplefilter("ignore")
        other = OptimalTreeClassifier(max_depth=6, time_limit=1.0)
        thread = threading.Thread(target=other.fit, args=hard_table())
        thread.start()
        searches = 2
        signaller.start()
        try:
            model.fit(*hard_table())
        except KeyboardInterrupt:
            thread.join()
            print(model.status_, other.status_)
    """)
    assert told == ["interrupted time_limit"]
