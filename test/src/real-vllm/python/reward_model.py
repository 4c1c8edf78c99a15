"""Makes a process reward model of the tiny model, as vLLM serves Qwen's. python reward_model.py MODEL TRAINING OUT

The judge is a linear reading of the tiny model's last hidden state at each step tag, fitted to whether the counter stood right
after that step. Qwen's architecture keeps it: width 64 is filled up with zeros to 128, for Qwen2 has heads of width / heads, and
the two layers of its head are relu of [h, -h], then the reading of their difference.
"""
import json, random, shutil, sys
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoTokenizer, LlamaModel

MODEL, TRAINING, OUT = sys.argv[1:4]
sys.path.insert(0, TRAINING)
from task import NAMES, WORDS, STEPS, turn  # noqa: E402

TAG, SYSTEM, QUESTIONS, TOGETHER, WIDTH = '<extra_0>', 'Please reason step by step, and put your final answer within \\boxed{}.', 400, 40, 128
torch.set_num_threads(1)
torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained(MODEL)
tag = tokenizer.convert_tokens_to_ids(TAG)
net = LlamaModel.from_pretrained(MODEL, dtype=torch.float32).eval()


def written(rng):
    """A question, steps in which every fourth goes wrong, and for each whether the counter is right after it."""
    value = shown = start = rng.randrange(10)
    turns, steps, right = [], [], []
    for name in rng.sample(NAMES, rng.choice(STEPS)):
        op = rng.choice('++++----x')
        n = rng.choice((2, 3)) if op == 'x' else rng.randrange(1, 10)
        turns.append(f'{name} {op}{n}')
        value, shown = turn(value, op, n)[0], turn(shown, op, n)[0] if rng.random() > 0.25 else shown
        steps.append(f'{rng.choice(WORDS)} {name} {op}{n}: {shown}.')
        right.append(shown == value)
    return f"A counter modulo 10 shows {start}. {', '.join(turns)}. What does it show last?", [*steps, f'\\boxed{{{shown}}}'], [*right, shown == value]


def chat(question, steps):
    said = (('system', SYSTEM), ('user', question), ('assistant', TAG.join(steps) + TAG))
    return ''.join(f'<|im_start|>{role}\n{text}<|im_end|>\n' for role, text in said)


rng, states, labels = random.Random(11), [], []
for _ in range(QUESTIONS // TOGETHER):
    drawn = [written(rng) for _ in range(TOGETHER)]
    texts = [chat(question, steps) for question, steps, _ in drawn]
    ids = tokenizer(texts, add_special_tokens=False, padding=True, padding_side='right', return_tensors='pt').input_ids
    with torch.no_grad():  # what follows a tag does not reach it, so the filling does not matter
        states.append(net(ids).last_hidden_state[ids == tag])
    labels += [right for _, _, each in drawn for right in each]
states, labels = torch.cat(states), torch.tensor(labels, dtype=torch.float32)
reading = torch.nn.Linear(states.shape[1], 1)
optimizer = torch.optim.LBFGS(reading.parameters(), max_iter=200)


def loss():
    optimizer.zero_grad()
    value = torch.nn.functional.binary_cross_entropy_with_logits(reading(states)[:, 0], labels) + 1e-4 * reading.weight.square().sum()
    value.backward()
    return value


optimizer.step(loss)
weights, bias = reading.weight.detach()[0], reading.bias.detach()[0]


def filled(tensor, *shape):
    out = torch.zeros(shape)
    out[tuple(slice(0, size) for size in tensor.shape)] = tensor
    return out


tensors = {}
for name, tensor in load_file(f'{MODEL}/model.safetensors').items():
    if 'norm' in name:
        tensors[name] = filled(tensor / 2**0.5, WIDTH)  # the mean of squares is taken over twice as many
    elif name.endswith(('o_proj.weight', 'down_proj.weight')):
        tensors[name] = filled(tensor, WIDTH, tensor.shape[1])
    else:
        tensors[name] = filled(tensor, tensor.shape[0], WIDTH)
    if name.endswith(('q_proj.weight', 'k_proj.weight', 'v_proj.weight')):
        tensors[name.replace('weight', 'bias')] = torch.zeros(tensor.shape[0])
half = torch.eye(64, WIDTH)
tensors |= {'score.0.weight': torch.cat([half, -half]), 'score.0.bias': torch.zeros(WIDTH)}
tensors |= {'score.2.weight': torch.stack([torch.zeros(WIDTH), torch.cat([weights, -weights])]), 'score.2.bias': torch.tensor([0.0, bias])}
config = json.load(open(f'{MODEL}/config.json'))
config |= {'architectures': ['Qwen2ForProcessRewardModel'], 'model_type': 'qwen2', 'hidden_size': WIDTH, 'rms_norm_eps': config['rms_norm_eps'] / 2}
config |= {'tie_word_embeddings': False, 'use_sliding_window': False}
del config['head_dim'], config['attention_bias'], config['mlp_bias']
shutil.copytree(MODEL, OUT, dirs_exist_ok=True)
save_file(tensors, f'{OUT}/model.safetensors', metadata={'format': 'pt'})
json.dump(config, open(f'{OUT}/config.json', 'w'), indent=1)
torch.save({'weights': weights, 'bias': bias}, f'{OUT}/reading.pt')
right = (reading(states)[:, 0] > 0) == (labels > 0.5)
print(json.dumps({'steps': len(labels), 'right': labels.mean().item(), 'agrees': right.float().mean().item()}))
