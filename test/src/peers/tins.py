"""A task of Inspect over questions in a file, scored by what Inspect brings along."""

import json
import os

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import includes, match, pattern
from inspect_ai.solver import generate, prompt_template

PROMPT = "{prompt}\n\nThink step by step, and put your final answer in \\boxed{{}}."


def tins(scorer, questions=os.environ["QUESTIONS"]):
    with open(questions) as file:
        rows = [json.loads(line) for line in file]
    samples = [Sample(id=row["id"], input=row["question"], target=row["answer"]) for row in rows]
    return Task(dataset=MemoryDataset(samples), solver=[prompt_template(PROMPT), generate()], scorer=scorer)


@task
def tins_includes():
    return tins(includes())


@task
def tins_pattern():
    return tins(pattern(r"boxed\{([^}]*)\}"))


@task
def tins_match():
    return tins(match(numeric=True))


@task
def tins_choice():
    choices = os.path.join(os.path.dirname(os.environ["QUESTIONS"]), "choices.jsonl")
    return tins(pattern(r"boxed\{(\([A-D]\))\}"), choices)
