"""The recipe for Vaak's voices: from a folder of sentences to a bundle that the program runs.

`python -m vaak_recipe STAGE WORK` runs one stage; `models/recipe/run` runs all of them. The stages share the work folder;
`records.Work` describes its layout.
"""
