import { Command, Option } from 'commander'
import { namesDatabase } from './env.js'
import { wholeFrom } from './number-options.js'
import { runApp } from './run-app.js'
import { UsageError } from './usage-error.js'

/** The options of `cges worker` and the worker's variables that they set. */
const SETTINGS: readonly (readonly [Option, variable: string])[] = [
  [
    new Option(
      '--database-url <url>',
      'the fleet’s PostgreSQL; that of DATABASE_URL unless given, where no list of processes shows it',
    ),
    'DATABASE_URL',
  ],
  [new Option('--pool <name>', 'the pool whose calls it makes').makeOptionMandatory(), 'POOL'],
  [new Option('--model-server <url>', 'the vLLM server beside it').makeOptionMandatory(), 'MODEL_SERVER_URL'],
  [new Option('--model-key-file <file>', 'the key that it wants, in a file'), 'MODEL_SERVER_KEY_FILE'],
  [
    new Option('--model-revision <revision>', 'the revision of the model’s weights, which no server tells'),
    'MODEL_REVISION',
  ],
  [
    new Option('--endpoint <kind>', 'send questions through the model’s chat template, or as text').choices([
      'chat',
      'text',
    ]),
    'MODEL_ENDPOINT',
  ],
  [new Option('--reward-server <url>', 'a vLLM server of a process reward model'), 'REWARD_SERVER_URL'],
  [new Option('--step-scorer <url>', 'a service that says how much each step matters'), 'STEP_SCORER_URL'],
  [
    new Option('--concurrency <n>', 'samples drawn at once; 16 unless given').argParser(wholeFrom(1)),
    'WORKER_CONCURRENCY',
  ],
  [new Option('--gpus <n>', 'GPUs of the model server; 1 unless given').argParser(wholeFrom(1)), 'GPUS'],
  [new Option('--name <name>', 'its name in logs; the machine’s unless given'), 'WORKER_NAME'],
]

/** `cges worker`: a worker of a fleet that runs elsewhere, on any machine with a model server. */
export function workerCommand(): Command {
  const command = new Command('worker').description('join a fleet as a worker, on any machine that has a model server')
  for (const [option] of SETTINGS) command.addOption(option)
  return command
    .option(
      '--drain-seconds <n>',
      'how long requests may finish once it is told to stop (SIGTERM); 20 unless given',
      wholeFrom(0),
    )
    .addHelpText('after', HELP)
    .action(async (options: Readonly<Record<string, string | number>> & { drainSeconds?: number }) => {
      const variables = Object.fromEntries(
        SETTINGS.flatMap(([option, variable]) => {
          const value = options[option.attributeName()]
          return value === undefined ? [] : [[variable, String(value)] as const]
        }),
      )
      const drain = options.drainSeconds
      const all = drain === undefined ? variables : { ...variables, DRAIN_MS: String(1000 * drain) }
      if (options['databaseUrl'] === undefined && !namesDatabase()) {
        throw new UsageError('name the fleet’s PostgreSQL: set DATABASE_URL, or give --database-url')
      }
      await runApp('worker', all)
    })
}

const HELP = `
The queue is in the same PostgreSQL, unless the fleet's is in Redis: then set REDIS_URL here as there. SIGTERM and Ctrl-C have it
take no more calls, finish those it has, hand the others back, and leave its pool; nothing is lost if it is killed instead.`
