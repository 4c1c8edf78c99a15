import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { childEnvironment } from './env.js'
import { appEntry } from './paths.js'
import { UsageError } from './usage-error.js'

/** Every option of `cges sim` and the variable of the simulator it sets. */
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
    const env = childEnvironment(Object.fromEntries(variables))
    if (!existsSync(appEntry('vllm-sim')))
      throw new UsageError('The simulator is not built: run `node .config/prepare.mjs` first')
    // The channel ends it with this process, however that ends.
    const simulator = spawn(process.execPath, [appEntry('vllm-sim')], {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const stop = () => simulator.kill('SIGTERM')
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    const [code]: (number | null)[] = await once(simulator, 'exit')
    process.exitCode = code ?? 1
  })
}
