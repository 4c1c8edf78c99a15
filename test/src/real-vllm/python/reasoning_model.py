"""Teaches the tiny model to end its thinking. python reasoning_model.py MODEL TRAINING OUT

The template opens <think>, as that of a reasoning model does; the model writes its steps, </think>, then the box. Two rows of the
embedding and one of the head, of tokens it had no use for, are fitted to that; every other weight stays as it is.
"""
import json, random, shutil, sys
import torch
from transformers import AutoTokenizer, LlamaForCausalLM

MODEL, TRAINING, OUT = sys.argv[1:4]
sys.path.insert(0, TRAINING)
from task import problem  # noqa: E402

THINK, THOUGHT, ROUNDS, TOGETHER = 483, 484, 80, 16
shutil.copytree(MODEL, OUT, dirs_exist_ok=True)
vocabulary = json.load(open(f'{OUT}/tokenizer.json'))
for id, content in ((THINK, '<think>'), (THOUGHT, '</think>')):
    vocabulary['added_tokens'].append({**vocabulary['added_tokens'][-1], 'id': id, 'content': content, 'special': False})
json.dump(vocabulary, open(f'{OUT}/tokenizer.json', 'w'))
template = json.load(open(f'{OUT}/tokenizer_config.json'))
template['chat_template'] = template['chat_template'].replace("'<|im_start|>assistant\n'", "'<|im_start|>assistant\n<think>'")
json.dump(template, open(f'{OUT}/tokenizer_config.json', 'w'))
tokenizer = AutoTokenizer.from_pretrained(OUT)
assert tokenizer.convert_tokens_to_ids('</think>') == THOUGHT

torch.set_num_threads(1)
torch.manual_seed(0)
net = LlamaForCausalLM.from_pretrained(MODEL, dtype=torch.float32, tie_word_embeddings=False)
net.lm_head.weight = torch.nn.Parameter(net.model.embed_tokens.weight.detach().clone())
for parameter in net.parameters():
    parameter.requires_grad_(False)
rows = [(net.model.embed_tokens.weight, [THINK, THOUGHT]), (net.lm_head.weight, [THOUGHT])]
for parameter, kept in rows:
    parameter.requires_grad_(True)
    fitted = torch.zeros(len(parameter), 1)
    fitted[kept] = 1
    parameter.register_hook(lambda gradient, fitted=fitted: gradient * fitted)
optimizer = torch.optim.Adam([parameter for parameter, _ in rows], lr=0.03)
rng = random.Random(12)
for at in range(ROUNDS):
    texts, opened = [], []
    for _ in range(TOGETHER):
        question, solution, _ = problem(rng)
        opened.append(tokenizer.apply_chat_template([{'role': 'user', 'content': question}], tokenize=False, add_generation_prompt=True))
        texts.append(opened[-1] + solution.replace('\\boxed', '</think>\\boxed') + '<|im_end|>')
    batch = tokenizer(texts, add_special_tokens=False, padding=True, padding_side='right', return_tensors='pt')
    labels = batch.input_ids.masked_fill(batch.attention_mask == 0, -100)
    for row, text in zip(labels, opened):
        row[: len(tokenizer(text, add_special_tokens=False).input_ids)] = -100
    loss = net(input_ids=batch.input_ids, attention_mask=batch.attention_mask, labels=labels).loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if at == ROUNDS // 2:
        optimizer.param_groups[0]['lr'] = 0.01
net.config.tie_word_embeddings = False
net.save_pretrained(OUT)
print(json.dumps({'loss': loss.item()}))
