"""Scores responses as transformers and torch do, without vLLM. python reward_reference.py MODEL JUDGE < {question, text} a line > scores a line

MODEL is the tiny model as it is, of width 64, not what vLLM serves; the fitted reading is applied to its states by hand.
"""
import json, re, sys
import torch
from tokenizers import Tokenizer
from transformers import LlamaModel

torch.set_num_threads(1)
tokenizer = Tokenizer.from_file(f'{sys.argv[1]}/tokenizer.json')
net = LlamaModel.from_pretrained(sys.argv[1], dtype=torch.float32).eval()
reading = torch.load(f'{sys.argv[2]}/reading.pt')
for line in sys.stdin:
    row = json.loads(line)
    steps = [step.strip() for step in re.split(r'\n\s*\n', row['text']) if step.strip()]
    text = '<|im_start|>system\nPlease reason step by step, and put your final answer within \\boxed{}.<|im_end|>\n'
    text += f"<|im_start|>user\n{row['question']}<|im_end|>\n<|im_start|>assistant\n{''.join(step + '<extra_0>' for step in steps)}<|im_end|>\n"
    ids = torch.tensor(tokenizer.encode(text, add_special_tokens=False).ids)
    with torch.no_grad():
        states = net(ids[None]).last_hidden_state[0].double()
    scores = torch.sigmoid(states[ids == tokenizer.token_to_id('<extra_0>')] @ reading['weights'].double() + reading['bias'].double())
    print(json.dumps(scores.tolist()))
