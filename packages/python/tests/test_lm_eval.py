"""Runs of the real lm-evaluation-harness through our model and filter, on the model server in MODEL_SERVER."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import golden  # noqa: F401

import cges

READY = importlib.util.find_spec("lm_eval") is not None and "MODEL_SERVER" in os.environ
REPEATS = 6
TASK = """task: tins
dataset_path: json
dataset_kwargs: {data_files: {test: QUESTIONS}}
test_split: test
output_type: generate_until
repeats: REPEATS
doc_to_text: "{{question}}\\n\\nThink step by step, and put your final answer in \\\\boxed{}."
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["</s>"], do_sample: true, temperature: 0.7, max_gen_toks: 1024}
filter_list:
  - {name: each, filter: [{function: regex, regex_pattern: "boxed\\\\{([^}]*)\\\\}"}]}
  - {name: vote, filter: [{function: regex, regex_pattern: "boxed\\\\{([^}]*)\\\\}"}, {function: cges_vote}]}
  - name: early
    filter:
      - {function: regex, regex_pattern: "boxed\\\\{([^}]*)\\\\}"}
      - {function: cges_vote, method: "esc:window=2"}
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
"""


@unittest.skipUnless(READY, "needs lm_eval, and MODEL_SERVER")
class OfLmEval(unittest.TestCase):
    def run_task(self, folder, model):
        tasks = Path(folder, "tasks")
        tasks.mkdir(exist_ok=True)
        text = TASK.replace("QUESTIONS", os.environ["QUESTIONS"]).replace("REPEATS", str(REPEATS))
        (tasks / "tins.yaml").write_text(text, encoding="utf-8")
        chat = "chat" in model
        path = "chat/completions" if chat else "completions"
        given = f"base_url={os.environ['MODEL_SERVER']}/v1/{path},model=sim,num_concurrent=8"
        # Without a tokenizer prompts are sent as texts.
        given += "" if chat else ",tokenizer_backend=none,tokenized_requests=False"
        command = [sys.executable, "-m", "cges.lm_eval", "run", "--model", model, "--model_args", given]
        command += ["--tasks", "tins", "--log_samples", "--include_path", str(tasks)]
        command += ["--apply_chat_template"] if chat else []
        out = Path(folder, model)
        env = {**os.environ, "HF_HOME": str(Path(folder, "hf")), "HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
        env |= {"OPENAI_API_KEY": "none", "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([*command, "--output_path", str(out)], env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return out

    def test_repeats_are_samples_with_our_models_alone(self):
        for theirs, seeded in (("local-chat-completions", "cges-chat"), ("local-completions", "cges-completions")):
            with self.subTest(seeded), tempfile.TemporaryDirectory() as folder:
                copies = cges.check_log(self.run_task(folder, theirs))
                self.assertEqual(copies.copied_questions, copies.questions)
                self.assertFalse(copies.ok)
                self.assertIn("These are copies, not samples", str(copies))
                ours = self.run_task(folder, seeded)
                self.assertTrue(cges.check_log(ours).ok, str(cges.check_log(ours)))
                self.votes_are_ours(next(ours.rglob("samples_*.jsonl")))

    def votes_are_ours(self, path):
        with open(path, encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        voted = {(row["filter"], str(row["doc_id"])): row["filtered_resps"] for row in rows}
        for question in cges.read_log(path, filter="each", anyway=True):
            self.assertEqual(len(question.answers), REPEATS)
            answers = question.answers
            for name, method in (("vote", "sc"), ("early", "esc:window=2")):
                expected = cges.decide(method, answers, final=True).answer or "[invalid]"
                found = voted[name, question.id]
                self.assertEqual(found if isinstance(found, str) else found[0], expected)


if __name__ == "__main__":
    unittest.main()
