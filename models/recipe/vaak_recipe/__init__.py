"""The recipe of Vaak's voices: from a folder of sentences to the bundle that the program runs.

`python -m vaak_recipe STAGE WORK` runs one stage; `models/recipe/run` runs them all. What the stages share lies in the
work folder, whose layout is told in `records.Work`.
"""
