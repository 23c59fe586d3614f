"""From the columns of a table to yes/no questions.

| file | what |
|---|---|
| `reading.py`, `frames.py` | tables of any kind, read column by column |
| `values.py`, `refusals.py` | a column's cells understood, or refused |
| `numeric.py`, `categorical.py`, `boolean.py`, `missing.py` | one kind of column a file |
| `thresholds/` | where numbers are cut, one strategy a file |
| `questions.py`, `convert.py` | the questions, and how cells answer them |
| `door.py` | a whole table |
| `admission.py` | the columns that an estimator knows |
| `binarizer.py` | the same as a transformer |
"""

from exactree.columns.binarizer import Binarizer
from exactree.columns.door import Columns
from exactree.columns.questions import AtMost, Equals, IsMissing, IsTrue, Question

__all__ = ["AtMost", "Binarizer", "Columns", "Equals", "IsMissing", "IsTrue", "Question"]
