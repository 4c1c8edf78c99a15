import { PoolName } from '@cges-fleet/core'
import { Command, Option } from 'commander'
import { UsageError } from '../errors.js'
import { DATA_FOLDER } from '../paths.js'
import { numberFrom, portFrom, wholeFrom } from '../shell/options.js'
import type { Answers } from './start-fleet.js'

/** `cges up`: a whole fleet on this machine. */
export function upCommand(): Command {
  return withAnswers(new Command('up'))
    .description('start a whole fleet on this machine: stores, API, coordinator, workers, dashboard')
    .option('--demo', 'submit the demonstration evaluation and show it')
    .option('--exit-when-done', 'end when the demonstration is finished')
    .option('--json-file <file>', 'write the demonstration’s result into this file')
    .addOption(new Option('--json <file>', 'an earlier name of it').hideHelp())
    .option(
      '--data <folder>',
      'folder of the embedded database; for another folder, commands in other terminals need the CGES_API that it prints',
      DATA_FOLDER,
    )
    .option('--port <port>', 'dashboard’s port; the next free one if taken', portFrom(1), 3000)
    .option('--no-dashboard', 'start no dashboard')
    .option('--api-port <port>', 'port of the API; any free one unless given', portFrom(1))
    .option(
      '--gateway [port]',
      'start the gateway too, which answers chat completions by a vote; on port 8090 unless given',
      portFrom(1),
    )
    .option(
      '--workers <n>',
      'worker processes, each with its own model server; 0 for a fleet whose workers start elsewhere; 2, or one for each --model-server, unless given',
      wholeFrom(0),
    )
    .option('--concurrency <n>', 'samples a worker draws at once', wholeFrom(1), 16)
    .option('--pool <name>', 'name of the workers’ pool')
    .option(
      '--ready-timeout <seconds>',
      'seconds without progress before a starting process is stopped',
      numberFrom(1),
      60,
    )
    .action(bringUp)
}

/** Adds the options that choose what answers. */
function withAnswers(command: Command): Command {
  return command
    .option('--simulated', 'simulate a model in place of the tiny one')
    .option('--time-scale <x>', 'speed of the simulator: 1 realistic, 0 instant, 0.1 unless given', numberFrom(0))
    .option('--scenario <file>', 'questions that the simulator knows, with answer, distractors and difficulty (JSONL)')
    .option('--make-up-answers', 'have the simulator make answers up to questions it does not know, for load tests')
    .option('--recorded <file>', 'answer from recorded model outputs (.jsonl or .jsonl.gz)')
    .option('--model-server <urls...>', 'draw from these model servers')
    .option('--model-key-file <file>', 'file with their key')
    .option('--model <name>', 'which of the models that they list; the first unless given')
    .option('--gpus <n>', 'GPUs of each model server; 0 for a hosted API, 1 unless given', wholeFrom(0))
    .option('--model-revision <revision>', 'revision of the weights; no server reports it')
    .addOption(
      new Option('--endpoint <kind>', 'chat: use the model’s chat template; text: send prompts as they are').choices([
        'chat',
        'text',
      ]),
    )
    .option('--reward-server <url>', 'vLLM server of a process reward model, for confidence=rm')
    .option('--reward-key-file <file>', 'file with its key')
    .option('--step-scorer <url>', 'service that weighs the steps of a response, for confidence=mars-learned')
    .option('--step-scorer-key-file <file>', 'file with its key')
}

const GATEWAY_PORT = 8090

async function bringUp(flags: UpFlags): Promise<never> {
  // Loaded only here: the other commands need neither database nor queue.
  const { up } = await import('./up.js')
  const exitCode = await up({
    demo: flags.demo === true,
    exitWhenDone: flags.exitWhenDone === true,
    json: flags.jsonFile ?? flags.json,
    data: flags.data,
    port: flags.dashboard ? flags.port : null,
    apiPort: flags.apiPort ?? 0,
    gatewayPort: flags.gateway === true ? GATEWAY_PORT : (flags.gateway ?? null),
    workers: workersOf(flags),
    concurrency: flags.concurrency,
    pool: poolOf(flags),
    answers: answersOf(flags),
    readyTimeoutMs: 1000 * flags.readyTimeout,
  })
  // Stopping during the start leaves work in flight that must not hold the process.
  process.exit(exitCode)
}

/** The options of `cges up` as given. */
export interface UpFlags {
  readonly demo?: boolean
  readonly exitWhenDone?: boolean
  readonly jsonFile?: string
  readonly json?: string
  readonly data: string
  readonly port: number
  readonly dashboard: boolean
  readonly apiPort?: number
  readonly gateway?: number | true
  readonly workers?: number
  readonly concurrency: number
  readonly pool?: string
  readonly simulated?: boolean
  readonly timeScale?: number
  readonly scenario?: string
  readonly makeUpAnswers?: boolean
  readonly recorded?: string
  readonly modelServer?: string[]
  readonly modelKeyFile?: string
  readonly model?: string
  readonly gpus?: number
  readonly modelRevision?: string
  readonly endpoint?: 'chat' | 'text'
  readonly rewardServer?: string
  readonly rewardKeyFile?: string
  readonly stepScorer?: string
  readonly stepScorerKeyFile?: string
  readonly readyTimeout: number
}

/** The source of answers: the tiny model by default; the simulator's own options select the simulator. */
export function answersOf(flags: UpFlags): Answers {
  const { simulated, timeScale, scenario, makeUpAnswers, recorded, modelServer } = flags
  const aboutServers = SERVER_SETTINGS.filter(([, option]) => flags[option] !== undefined)
  const ofSimulator = {
    '--simulated': simulated,
    '--scenario': scenario,
    '--time-scale': timeScale,
    '--make-up-answers': makeUpAnswers,
  }
  const [given] = Object.entries(ofSimulator).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (recorded !== undefined && modelServer !== undefined) {
    throw new UsageError('give --recorded or --model-server, not both')
  }
  if (given !== undefined && (recorded ?? modelServer) !== undefined) {
    throw new UsageError(`${given} is for the simulator: give it without --recorded and --model-server`)
  }
  if (modelServer !== undefined) {
    const settings = Object.fromEntries(aboutServers.map(([setting, option]) => [setting, String(flags[option] ?? '')]))
    return { kind: 'servers', urls: modelServer, settings }
  }
  const [alone] = aboutServers
  if (alone !== undefined) throw new UsageError(`${alone[2]} is about model servers: give --model-server too`)
  if (recorded !== undefined) return { kind: 'recorded', file: recorded }
  if (given === undefined) return { kind: 'tiny' }
  return { kind: 'simulated', timeScale: timeScale ?? 0.1, scenario, makesUp: makeUpAnswers === true }
}

/** The name of the workers' pool. */
export function poolOf(flags: UpFlags): string {
  const parsed = PoolName.safeParse(
    flags.pool ?? { servers: 'gpu', recorded: 'recorded', simulated: 'simulated', tiny: 'tiny' }[answersOf(flags).kind],
  )
  if (!parsed.success) throw new UsageError(`--pool ${parsed.error.issues[0]?.message ?? 'is not a name'}`)
  return parsed.data
}

const WORKERS = 2

/** How many workers to start: at least one for each model server, since one without a worker would wait in vain. */
export function workersOf({ workers, modelServer }: UpFlags): number {
  const servers = modelServer?.length ?? 0
  if (workers === undefined) return servers === 0 ? WORKERS : servers
  if (workers >= servers) return workers
  throw new UsageError(
    `--workers ${workers} would leave ${servers - workers} of ${servers} model servers unused: leave it out for one worker each`,
  )
}

/** A worker's settings about its servers, and the options that set them. */
const SERVER_SETTINGS = [
  ['MODEL_SERVER_KEY_FILE', 'modelKeyFile', '--model-key-file'],
  ['MODEL_NAME', 'model', '--model'],
  ['GPUS', 'gpus', '--gpus'],
  ['MODEL_REVISION', 'modelRevision', '--model-revision'],
  ['MODEL_ENDPOINT', 'endpoint', '--endpoint'],
  ['REWARD_SERVER_URL', 'rewardServer', '--reward-server'],
  ['REWARD_SERVER_KEY_FILE', 'rewardKeyFile', '--reward-key-file'],
  ['STEP_SCORER_URL', 'stepScorer', '--step-scorer'],
  ['STEP_SCORER_KEY_FILE', 'stepScorerKeyFile', '--step-scorer-key-file'],
] as const
