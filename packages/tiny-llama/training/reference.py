"""Writes what transformers makes of some prompts, for the tests of this package. python reference.py ../model ../questions.jsonl ../golden/reference.json"""
import json, random, sys, torch
from transformers import AutoTokenizer, LlamaForCausalLM
from task import WRAPPERS, problem

model, questions, out = sys.argv[1:4]
net = LlamaForCausalLM.from_pretrained(model, dtype=torch.float32).eval()
tok = AutoTokenizer.from_pretrained(model)
rng = random.Random(7)
asked = [json.loads(line)['question'] for line in open(questions)]
chat = lambda text: tok.apply_chat_template([{'role': 'user', 'content': text}], tokenize=False, add_generation_prompt=True)
texts = [chat(asked[i]) for i in range(0, 120, 10)]                                          # as the model is asked
texts += [chat(WRAPPERS[i % 4].format(asked[i])) for i in range(121, 131)]                   # with an instruction around
for i in range(16):                                                                          # in the middle of an answer
    question, solution, _ = problem(rng)
    texts.append(chat(question) + solution[:rng.randrange(1, len(solution))])
texts += [tok.apply_chat_template([{'role': 'system', 'content': 'Be brief.'}, {'role': 'user', 'content': asked[1]},
                                   {'role': 'assistant', 'content': '\\boxed{9}'}, {'role': 'user', 'content': 'Again?'}],
                                  tokenize=False, add_generation_prompt=True)]
texts += ['Then', 'Déjà vu — 12 × 3 = 36?  Done \\boxed{36}\n\nNext.', '日本語 🙂 fin', ' \t\n  \r\n x', '<|im_start|><|im_end|><extra_0>|im_end|>',
          'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '0123456789 +1 -2 x3 +x', 'Ana' * 40, ': 3.\n\n: 4.\n\n\n', "It's \\boxed{\\frac{1}{2}}",
          'e\u0301\u200d\u0000\ufeff']
long = ' '.join(asked)
while len(tok(long).input_ids) > 512: long = long[:-40]
texts.append(long)
rows = []
for n, text in enumerate(texts):
    ids = tok(text, add_special_tokens=False).input_ids
    with torch.no_grad():
        all = net(torch.tensor([ids])).logits[0]
        row = {'text': text, 'ids': ids, 'sums': [round(v, 5) for v in all.logsumexp(-1).tolist()]}   # every position
        best = all[-1].topk(5)
        places = sorted({*best.indices.tolist(), *rng.sample(range(512), 11)})
        row['logits'] = {i: round(all[-1, i].item(), 6) for i in places}                             # the last position
        if n < 12: row['greedy'] = net.generate(torch.tensor([ids]), do_sample=False, max_new_tokens=80, eos_token_id=2, pad_token_id=0)[0, len(ids):].tolist()
    rows.append(row)
with open(out, 'w') as f: f.write('[\n' + ',\n'.join(json.dumps(row) for row in rows) + '\n]\n')
print(len(rows), 'prompts')
