import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { didYouMean } from '@cges-fleet/methods'
import { Command, InvalidArgumentError, Option } from 'commander'
import { childEnvironment, namesDatabase } from '../env.js'
import { UsageError } from '../errors.js'
import { runInstalledFleet } from './installed-fleet.js'
import { appEntry } from '../paths.js'
import { requireNamed } from '../files/text-files.js'
import { numberFrom, portFrom, wholeFrom } from '../shell/options.js'

/** The options of `cges worker` and the worker's variables that they set. */
const WORKER_SETTINGS: readonly (readonly [Option, variable: string])[] = [
  [
    new Option(
      '--database-url <url>',
      'the fleet’s PostgreSQL; that of DATABASE_URL unless given, where no list of processes shows it',
    ),
    'DATABASE_URL',
  ],
  [new Option('--pool <name>', 'the pool whose calls it makes').makeOptionMandatory(), 'POOL'],
  [new Option('--model-server <url>', 'the model server beside it').makeOptionMandatory(), 'MODEL_SERVER_URL'],
  [new Option('--model-key-file <file>', 'file with its key'), 'MODEL_SERVER_KEY_FILE'],
  [new Option('--model-revision <revision>', 'revision of the weights; no server reports it'), 'MODEL_REVISION'],
  [
    new Option('--endpoint <kind>', 'chat: use the model’s chat template; text: send prompts as they are').choices([
      'chat',
      'text',
    ]),
    'MODEL_ENDPOINT',
  ],
  [new Option('--reward-server <url>', 'a vLLM server of a process reward model'), 'REWARD_SERVER_URL'],
  [new Option('--step-scorer <url>', 'service that weighs the steps of a response'), 'STEP_SCORER_URL'],
  [
    new Option('--concurrency <n>', 'samples drawn at once; 16 unless given').argParser(wholeFrom(1)),
    'WORKER_CONCURRENCY',
  ],
  [new Option('--gpus <n>', 'GPUs of the model server; 1 unless given').argParser(wholeFrom(0)), 'GPUS'],
  [new Option('--name <name>', 'its name; the host’s unless given'), 'WORKER_NAME'],
]

/** `cges worker`: a worker of a fleet that runs elsewhere, on any machine with a model server. */
export function workerCommand(): Command {
  const command = new Command('worker').description('join a fleet as a worker, on any machine with a model server')
  for (const [option] of WORKER_SETTINGS) command.addOption(option)
  return command
    .option('--drain-seconds <n>', 'seconds that requests may still run after SIGTERM; 20 unless given', wholeFrom(0))
    .addHelpText('after', HELP)
    .action(async (options: Readonly<Record<string, string | number>> & { drainSeconds?: number }) => {
      const variables = Object.fromEntries(
        WORKER_SETTINGS.flatMap(([option, variable]) => {
          const value = options[option.attributeName()]
          return value === undefined ? [] : [[variable, String(value)] as const]
        }),
      )
      const drain = options.drainSeconds
      const all = drain === undefined ? variables : { ...variables, DRAIN_MS: String(1000 * drain) }
      requireDatabase(options['databaseUrl'])
      const { pool, modelServer } = options
      await runApp('worker', all, () => {
        if (!isReadByPeople()) return
        console.log(`Joined pool ${pool} with the model server ${modelServer}. Press Ctrl-C to leave.`)
      })
    })
}

/** Whether a person reads what is printed, not a log collector. */
function isReadByPeople(): boolean {
  return process.stdout.isTTY || childEnvironment({})['LOG_FORMAT'] === 'text'
}

/** Throws if neither an option nor the environment names the fleet's PostgreSQL. */
export function requireDatabase(given: string | number | undefined): void {
  if (given === undefined && !namesDatabase())
    throw new UsageError('DATABASE_URL is not set. Set it to the fleet’s PostgreSQL, or give --database-url.')
}

const HELP = `
If the fleet uses Redis, set the same REDIS_URL. Otherwise the queue is in PostgreSQL.
SIGTERM and Ctrl-C drain the worker: it finishes running requests and hands the rest back. Killing it loses no sample.`

/** The options of `cges sim` and the simulator's variables they set. */
const SIM_SETTINGS: readonly (readonly [flags: string, variable: string, about: string, read?: Reading])[] = [
  ['--port <port>', 'PORT', 'port to listen on; 0 takes a free one', portFrom(0)],
  ['--host <address>', 'HOST', 'the address to listen on'],
  ['--model <name>', 'MODEL', 'the model’s name'],
  [
    '--mode <mode>',
    'MODE',
    'simulated, recorded, echo, or tiny: a real model of 0.2 million parameters',
    oneOf('simulated', 'recorded', 'echo', 'tiny'),
  ],
  ['--recorded <file>', 'RECORDED_FILE', 'recorded answers, for --mode recorded', readable('--recorded')],
  [
    '--scenario <file>',
    'SCENARIO_FILE',
    'file of questions with answers and distractors; 240 included ones unless given',
    readable('--scenario'),
  ],
  ['--profile <name>', 'PROFILE', 'accuracy and confidence of the model: a name or a file'],
  ['--reasoning <0|1>', 'REASONING', '1: it thinks before it answers', oneOf('0', '1')],
  ['--time-scale <x>', 'TIME_SCALE', '1 as a GPU would be, 0 instant', numberFrom(0)],
  ['--slots <n>', 'MAX_NUM_SEQS', 'requests answered at once', wholeFrom(1)],
  ['--max-model-len <n>', 'MAX_MODEL_LEN', 'tokens of the context', wholeFrom(16)],
  [
    '--kv-cache-tokens <n>',
    'KV_CACHE_TOKENS',
    'tokens its cache holds; the last to begin is preempted where it is full',
    wholeFrom(16),
  ],
  [
    '--full-load-factor <x>',
    'FULL_LOAD_FACTOR',
    'how much longer a token takes with all slots in use than alone',
    numberFrom(1),
  ],
  ['--api-key <key>', 'API_KEY', 'a bearer key to ask for'],
  ['--faults <json>', 'FAULTS', 'what goes wrong: a list of fault rules'],
]

type Reading = (text: string) => string | number

function oneOf(...choices: readonly string[]): Reading {
  return (text) => {
    if (choices.includes(text)) return text
    throw new InvalidArgumentError(`must be one of ${choices.join(', ')}${didYouMean(text, choices)}`)
  }
}

function readable(option: string): Reading {
  return (file) => {
    requireNamed(option, file)
    return file
  }
}

/** `cges sim`: a server that speaks vLLM's protocol without a GPU, to try a stopping rule or a client on. */
export function simCommand(): Command {
  const command = new Command('sim').description('serve a simulated model with vLLM’s protocol; no GPU needed')
  for (const [flags, , about, read = String] of SIM_SETTINGS) command.option(flags, about, read)
  const names = command.options.map((option) => option.attributeName())
  command.option('--make-up-answers', 'make answers up to questions it does not know, for load tests')
  return command.action(async (options: Readonly<Record<string, string | number | true>>) => {
    const variables = SIM_SETTINGS.flatMap(([, variable], place) => {
      const value = options[names[place] ?? '']
      return value === undefined || value === true ? [] : [[variable, String(value)] as const]
    })
    const unknown = options['makeUpAnswers'] === true ? 'make-up' : 'refuse'
    await runApp('vllm-sim', { ...Object.fromEntries(variables), UNKNOWN_QUESTIONS: unknown })
  })
}

/**
 * Runs one of the fleet's processes in place of this one: its signals are passed on, and this one ends when it does, with
 * its status.
 */
export function runApp(
  app: Parameters<typeof appEntry>[0],
  variables: Readonly<Record<string, string>>,
  ready?: () => void,
): Promise<void> {
  return runEntry(appEntry(app), variables, ready)
}

/** As `runApp` does, of a process by its file. */
export async function runEntry(
  entry: string,
  variables: Readonly<Record<string, string>>,
  ready: () => void = () => undefined,
): Promise<void> {
  if (!existsSync(entry)) await runInstalledFleet()
  const stop = () => child.kill('SIGTERM')
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // The IPC channel ends it with this process, however that ends.
  const child = spawn(process.execPath, [entry], {
    env: childEnvironment(variables),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.once('message', ready)
  const [code]: (number | null)[] = await once(child, 'exit')
  process.exitCode = code ?? 1
}
