import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SLOTS } from './simulated-server.js'

const TASK = fileURLToPath(new URL('../../../src/peers/tins.py', import.meta.url))

/** What one run of a harness draws. */
export interface Drawn {
  readonly questions: number
  /** Of each question. */
  readonly samples: number
}

export interface Harness {
  readonly name: string
  /** The arguments for Python that run it in a folder, against a server. */
  command(folder: string, url: string, drawn: Drawn): readonly string[]
}

/** Inspect AI, with as many connections as the server has slots, and otherwise its defaults. */
export const INSPECT: Harness = {
  name: 'inspect',
  command: (folder, _url, { questions, samples }) => {
    copyFileSync(TASK, join(folder, 'tins.py'))
    const how = ['--epochs', String(samples), '--limit', String(questions), '--temperature', '0.7']
    const width = ['--max-connections', String(SLOTS), '--max-samples', String(SLOTS)]
    const model = ['--model', 'openai-api/sim/sim', '--display', 'none', '--log-dir', 'inspect']
    return ['-m', 'inspect_ai', 'eval', 'tins.py@tins_pattern', ...how, ...width, ...model]
  },
}

/** lm-evaluation-harness, likewise; it draws all repeats of a question with one seed. */
export const LM_EVAL: Harness = {
  name: 'lmEval',
  command: (folder, url, { questions, samples }) => {
    mkdirSync(join(folder, 'tasks'), { recursive: true })
    writeFileSync(join(folder, 'tasks/tins.yaml'), taskFile(join(folder, 'tins.jsonl'), samples))
    const model = `base_url=${url}/v1/chat/completions,model=sim,num_concurrent=${SLOTS}`
    const how = ['--apply_chat_template', '--log_samples', '--output_path', 'lm', '--include_path', 'tasks']
    const asked = ['--tasks', 'tins', '--limit', String(questions)]
    return ['-m', 'lm_eval', 'run', '--model', 'local-chat-completions', '--model_args', model, ...asked, ...how]
  },
}

function taskFile(questions: string, repeats: number): string {
  return `task: tins
dataset_path: json
dataset_kwargs: {data_files: {test: ${questions}}}
test_split: test
output_type: generate_until
repeats: ${repeats}
doc_to_text: "{{question}}\\n\\nThink step by step, and put your final answer in \\\\boxed{}."
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["</s>"], do_sample: true, temperature: 0.7, max_gen_toks: 1024}
filter_list:
  - {name: boxed, filter: [{function: regex, regex_pattern: "boxed\\\\{([^}]*)\\\\}"}, {function: majority_vote}, {function: take_first}]}
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
`
}
