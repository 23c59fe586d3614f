"""From the columns of a table to yes/no questions.

| file | what |
|---|---|
| `reading.py`, `frames.py` | tables of any kind, read column by column |
| `values.py`, `refusals.py` | a column's cells understood, or refused |
| `numeric.py`, `categorical.py`, `boolean.py`, `missing.py` | one kind of column a file |
| `thresholds/` | where numbers are cut, one strategy a file |
| `questions.py`, `convert.py` | the questions, and how cells answer them |
| `door.py` | a whole table |
| `binarizer.py` | the same as a transformer |
"""
