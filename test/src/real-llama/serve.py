"""llama.cpp's own HTTP server from the package xllamacpp, with the options of its `llama-server` that the tests use."""

import argparse
import signal
from pathlib import Path

import xllamacpp

parser = argparse.ArgumentParser()
parser.add_argument("-m", dest="model", required=True)
parser.add_argument("--port", type=int, required=True)
parser.add_argument("-c", dest="context", type=int, default=2048)
parser.add_argument("-np", dest="slots", type=int, default=4)
parser.add_argument("--no-repack", action="store_true")
parser.add_argument("--no-cache-prompt", action="store_true")
parser.add_argument("--chat-template-file")
given = parser.parse_args()

params = xllamacpp.CommonParams()
params.model.path = given.model
params.port = given.port
params.n_ctx = given.context
params.n_parallel = given.slots
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.no_extra_bufts = given.no_repack
params.cache_prompt = not given.no_cache_prompt
params.use_jinja = True
if given.chat_template_file is not None:
    params.chat_template = Path(given.chat_template_file).read_text()
params.endpoint_metrics = True
params.endpoint_slots = True
server = xllamacpp.Server(params)
signal.pause()
