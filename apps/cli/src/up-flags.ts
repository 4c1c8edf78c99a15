import { PoolName } from '@cges-fleet/core'
import type { Answers } from './up/start-fleet.js'
import { UsageError } from './usage-error.js'

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
    const settings = Object.fromEntries(aboutServers.map(([setting, option]) => [setting, flags[option] ?? '']))
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
  ['MODEL_REVISION', 'modelRevision', '--model-revision'],
  ['MODEL_ENDPOINT', 'endpoint', '--endpoint'],
  ['REWARD_SERVER_URL', 'rewardServer', '--reward-server'],
  ['REWARD_SERVER_KEY_FILE', 'rewardKeyFile', '--reward-key-file'],
  ['STEP_SCORER_URL', 'stepScorer', '--step-scorer'],
  ['STEP_SCORER_KEY_FILE', 'stepScorerKeyFile', '--step-scorer-key-file'],
] as const
