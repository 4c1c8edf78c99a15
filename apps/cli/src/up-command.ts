import { PoolName } from '@cges-fleet/core'
import { Command } from 'commander'
import { numberFrom, wholeFrom } from './number-options.js'
import { DATA_FOLDER } from './paths.js'
import type { Answers } from './up/start-fleet.js'
import { UsageError } from './usage-error.js'

interface UpFlags {
  readonly demo?: boolean
  readonly exitWhenDone?: boolean
  readonly json?: string
  readonly data: string
  readonly port: number
  readonly dashboard: boolean
  readonly workers: number
  readonly concurrency: number
  readonly pool?: string
  readonly simulated?: boolean
  readonly timeScale?: number
  readonly scenario?: string
  readonly recorded?: string
  readonly modelServer?: string[]
  readonly readyTimeout: number
}

/** `cges up`: a whole fleet on this machine. */
export function upCommand(): Command {
  return new Command('up')
    .description('bring up a whole fleet on this machine: stores, API, coordinator, workers, dashboard')
    .option('--demo', 'submit the demonstration evaluation and show it')
    .option('--exit-when-done', 'end once the demonstration has')
    .option('--json <file>', 'write the demonstration’s result there')
    .option('--data <folder>', 'where the embedded database lives', DATA_FOLDER)
    .option('--port <port>', 'port of the dashboard; the next free one if it is taken', wholeFrom(1), 3000)
    .option('--no-dashboard', 'start no dashboard')
    .option('--workers <n>', 'worker processes, each beside its own model server', wholeFrom(1), 2)
    .option('--concurrency <n>', 'samples a worker draws at once', wholeFrom(1), 16)
    .option('--pool <name>', 'name of the workers’ pool')
    .option('--simulated', 'simulate a model instead of running the tiny one')
    .option(
      '--time-scale <x>',
      'speed of the simulator: 1 as a GPU would be, 0 instant, 0.1 unless given',
      numberFrom(0),
    )
    .option('--scenario <file>', 'questions the simulator knows, with answer, distractors and difficulty (JSONL)')
    .option('--recorded <file>', 'answer from recorded model outputs (.jsonl or .jsonl.gz)')
    .option('--model-server <urls...>', 'draw from these vLLM servers')
    .option(
      '--ready-timeout <seconds>',
      'give a process up that made no progress for so long while it starts: no word, no work',
      numberFrom(1),
      60,
    )
    .action(bringUp)
}

async function bringUp(flags: UpFlags): Promise<never> {
  // Loaded only here: the other commands need neither database nor queue.
  const { up } = await import('./commands/up.js')
  const exitCode = await up({
    demo: flags.demo === true,
    exitWhenDone: flags.exitWhenDone === true,
    json: flags.json,
    data: flags.data,
    port: flags.dashboard ? flags.port : null,
    workers: flags.workers,
    concurrency: flags.concurrency,
    pool: poolOf(flags),
    answers: answersOf(flags),
    readyTimeoutMs: 1000 * flags.readyTimeout,
  })
  // A stop during the start leaves work under way that must not hold the process.
  process.exit(exitCode)
}

/** The simulator's own options choose it. */
function answersOf({ simulated, timeScale, scenario, recorded, modelServer }: UpFlags): Answers {
  const ofSimulator = { '--simulated': simulated, '--scenario': scenario, '--time-scale': timeScale }
  const [given] = Object.entries(ofSimulator).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (recorded !== undefined && modelServer !== undefined) {
    throw new UsageError('give --recorded or --model-server, not both')
  }
  if (given !== undefined && (recorded ?? modelServer) !== undefined) {
    throw new UsageError(`${given} is for the simulator: give it without --recorded and --model-server`)
  }
  if (recorded !== undefined) return { kind: 'recorded', file: recorded }
  if (modelServer !== undefined) return { kind: 'servers', urls: modelServer }
  return given === undefined ? { kind: 'tiny' } : { kind: 'simulated', timeScale: timeScale ?? 0.1, scenario }
}

function poolOf(flags: UpFlags): string {
  const parsed = PoolName.safeParse(
    flags.pool ?? { servers: 'gpu', recorded: 'recorded', simulated: 'simulated', tiny: 'tiny' }[answersOf(flags).kind],
  )
  if (!parsed.success) throw new UsageError(`--pool ${parsed.error.issues[0]?.message ?? 'is not a name'}`)
  return parsed.data
}
