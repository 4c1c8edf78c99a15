"""Writes the log-probabilities of every token at every place of some prompts, as transformers computes them: 32-bit floats, one prompt after
another. python logits_reference.py MODEL PROMPTS.json OUT, the prompts being lists of token ids"""
import json, sys
import torch
from transformers import LlamaForCausalLM

torch.set_num_threads(1)
net = LlamaForCausalLM.from_pretrained(sys.argv[1], dtype=torch.float32).eval()
with open(sys.argv[3], 'wb') as out, torch.no_grad():
    for ids in json.load(open(sys.argv[2])):
        out.write(net(torch.tensor([ids])).logits[0].log_softmax(-1).numpy().tobytes())
