import { Command } from 'commander'
import { runApp } from './run-app.js'

/** The options of `cges sim` and the simulator's variables they set. */
const SETTINGS = [
  ['--port <port>', 'PORT', 'where to listen; 0 takes any free port'],
  ['--host <address>', 'HOST', 'the address to listen on'],
  ['--model <name>', 'MODEL', 'the model’s name'],
  ['--mode <mode>', 'MODE', 'simulated, recorded, echo, or tiny: a real model of 0.2 million parameters'],
  ['--recorded <file>', 'RECORDED_FILE', 'recorded answers, for --mode recorded'],
  ['--scenario <file>', 'SCENARIO_FILE', 'questions with their answers and distractors; 240 of its own unless given'],
  ['--unknown-questions <what>', 'UNKNOWN_QUESTIONS', 'make-up answers to questions it was not given, or refuse them'],
  ['--profile <name>', 'PROFILE', 'how often the model is right and how sure it sounds: a name, or a file'],
  ['--reasoning <0|1>', 'REASONING', '1: it thinks before it answers'],
  ['--time-scale <x>', 'TIME_SCALE', '1 as a GPU would be, 0 instant'],
  ['--slots <n>', 'MAX_NUM_SEQS', 'requests answered at once'],
  ['--max-model-len <n>', 'MAX_MODEL_LEN', 'tokens of the context'],
  [
    '--kv-cache-tokens <n>',
    'KV_CACHE_TOKENS',
    'tokens its cache holds; the last to begin is preempted where it is full',
  ],
  ['--full-load-factor <x>', 'FULL_LOAD_FACTOR', 'how much longer a token takes with all slots in use than alone'],
  ['--api-key <key>', 'API_KEY', 'a bearer key to ask for'],
  ['--faults <json>', 'FAULTS', 'what goes wrong: a list of fault rules'],
] as const

/** `cges sim`: a server that speaks vLLM's protocol without a GPU, to try a stopping rule or a client on. */
export function simCommand(): Command {
  const command = new Command('sim').description('serve a simulated model over vLLM’s protocol, without a GPU')
  for (const [flags, , about] of SETTINGS) command.option(flags, about)
  return command.action(async (options: Readonly<Record<string, string>>) => {
    const names = command.options.map((option) => option.attributeName())
    const variables = SETTINGS.flatMap(([, variable], place) => {
      const value = options[names[place] ?? '']
      return value === undefined ? [] : [[variable, value] as const]
    })
    await runApp('vllm-sim', Object.fromEntries(variables))
  })
}
