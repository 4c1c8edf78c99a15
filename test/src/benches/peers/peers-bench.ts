import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark } from '@cges-fleet/core'
import { peersPython } from '../../peers/peers-environment.js'
import { tinQuestions } from '../../peers/tin-questions.js'
import { processesBelow } from '../../support/processes-below.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, BenchStores, WORKERS } from '../fleet/bench-fleet.js'
import { cpuSeconds, measured } from '../fleet/fleet-run.js'
import { type Drawn, type Harness, INSPECT, LM_EVAL, type Served, SimulatedServer, SLOTS } from './harnesses.js'

const ALL: Drawn = { questions: 60, samples: 16 }
const ONE: Drawn = { questions: 1, samples: 1 }
/** About .2 to 1 s per call. */
const TIME_SCALE = 0.5
const STOPPING = 'asc-beta'

/** One client's figures, by their names in the result. */
type Measurements = Readonly<Record<string, number>>

/**
 * Inspect AI, lm-evaluation-harness and the fleet draw the same questions × 16 from a simulated server with the same
 * slots and pace, one after another; the fleet once more with a stopping rule. From a harness's processor time per
 * call, that of a run of one call is subtracted, so that loading Python's packages does not count.
 */
export function peersBench(): Bench {
  const python = process.env['PEERS_PYTHON'] ?? peersPython()
  return {
    unit: 's',
    value: 'the fleet draws all',
    reference: 'the faster of Inspect and lm-eval',
    run: async (): Promise<Repetition> => {
      const folder = mkdtempSync(join(tmpdir(), 'cges-peers-'))
      const lines = tinQuestions(ALL.questions).map((row) => `${JSON.stringify(row)}\n`)
      writeFileSync(join(folder, 'tins.jsonl'), lines.join(''))
      try {
        const inspect = await drawnBy(INSPECT, python, folder)
        const lmEval = await drawnBy(LM_EVAL, python, folder)
        const { whole, stopping } = await drawnByFleet(folder)
        const reference = Math.min(inspect['inspectSeconds'] ?? NaN, lmEval['lmEvalSeconds'] ?? NaN)
        return {
          value: whole['fleetSeconds'] ?? NaN,
          reference,
          also: { ...inspect, ...lmEval, ...whole, ...stopping },
        }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

async function drawnBy(harness: Harness, python: string, folder: string): Promise<Measurements> {
  const [one, all] = [await harnessRun(harness, python, folder, ONE), await harnessRun(harness, python, folder, ALL)]
  const cpuMs = (1000 * (all.cost.cpuSeconds - one.cost.cpuSeconds)) / (all.served.calls - one.served.calls)
  const measurements = { CpuMs: cpuMs, Megabytes: all.cost.megabytes, WholeSeconds: all.cost.seconds }
  return named(harness.name, { ...servedMeasurements(all.served), ...measurements, OneCallSeconds: one.cost.seconds })
}

async function harnessRun(harness: Harness, python: string, folder: string, drawn: Drawn) {
  const server = await SimulatedServer.start(join(folder, 'tins.jsonl'), TIME_SCALE)
  try {
    const variables = { QUESTIONS: join(folder, 'tins.jsonl'), SIM_API_KEY: 'none', SIM_BASE_URL: `${server.url}/v1` }
    const offline = {
      OPENAI_API_KEY: 'none',
      HF_HOME: join(folder, 'hf'),
      HF_DATASETS_OFFLINE: '1',
      HF_HUB_OFFLINE: '1',
    }
    const command = [python, ...harness.command(folder, server.url, drawn)]
    const running = runMeasured(command, { cwd: folder, env: { ...process.env, ...variables, ...offline } })
    const served = await server.during(() => running)
    return { served, cost: await running }
  } finally {
    await server.stop()
  }
}

async function drawnByFleet(
  folder: string,
): Promise<{ readonly whole: Measurements; readonly stopping: Measurements }> {
  const stores = await BenchStores.start('redis')
  const server = await SimulatedServer.start(join(folder, 'tins.jsonl'), TIME_SCALE)
  const fleet = await BenchFleet.start(stores, { questions: tins(), concurrency: SLOTS / WORKERS }, server)
  try {
    // Warms it up, as the harnesses' runs of one call warm up what they load.
    await fleet.evaluate('sc@1', { questions: SLOTS })
    const whole = await fleetRun(fleet, stores, server, `sc@${ALL.samples}`)
    const stopping = await fleetRun(fleet, stores, server, `${STOPPING}@${ALL.samples}`)
    return { whole: named('fleet', whole), stopping: named('fleetStopping', stopping) }
  } finally {
    await fleet.stop()
    await stores.stop()
  }
}

async function fleetRun(fleet: BenchFleet, stores: BenchStores, server: SimulatedServer, method: string) {
  const parts = [
    ...fleet.parts,
    { name: 'postgres', pid: stores.postgres.pid },
    { name: 'redis', pid: stores.redis?.pid ?? 0 },
  ]
  const pids = parts.map(({ pid }) => pid)
  const running = measured(stores, parts, () => fleet.evaluate(method))
  const [served, megabytes] = await Promise.all([server.during(() => running), mostMegabytes(pids, running)])
  const { cpuMs, seconds } = await running
  const all = Object.values(cpuMs).reduce((sum, each) => sum + each, 0)
  return {
    ...servedMeasurements(served),
    CpuMs: all,
    Megabytes: megabytes,
    WholeSeconds: seconds,
  }
}

function servedMeasurements({ calls, seconds, busy }: Served) {
  return { Seconds: seconds, Calls: calls, Busy: busy }
}

function named(client: string, measurements: Measurements): Measurements {
  return Object.fromEntries(Object.entries(measurements).map(([name, each]) => [`${client}${name}`, each]))
}

function tins(): Benchmark {
  return {
    name: 'tins',
    title: 'Tins',
    origin: 'generated',
    answerKind: 'math',
    template: '{question}\n\nThink step by step, and put your final answer in \\boxed{}.',
    sampling: { temperature: 0.7, maxTokens: 1024 },
    questions: tinQuestions(ALL.questions).map(({ id, question, answer }) => ({ id, question, answer })),
  }
}

const LOOK_MS = 500

/** What a client cost from its start to its end. */
interface ClientCost {
  readonly seconds: number
  readonly cpuSeconds: number
  /** The peak over all its processes; memory shared by several is counted once. */
  readonly megabytes: number
}

/** The memory of processes and those they started; shared memory is counted once. */
function heldMegabytes(pids: readonly number[]): number {
  const all = pids.flatMap((pid) => [pid, ...processesBelow(pid).map((each) => each.pid)])
  return all.reduce((sum, pid) => sum + proportional(pid), 0)
}

/** The peak of the memory held while some work runs. */
async function mostMegabytes(pids: readonly number[], work: Promise<unknown>): Promise<number> {
  let most = heldMegabytes(pids)
  const looking = setInterval(() => {
    most = Math.max(most, heldMegabytes(pids))
  }, LOOK_MS)
  try {
    await work
  } finally {
    clearInterval(looking)
  }
  return most
}

/**
 * Runs a program to its end and returns what it cost. Throws an Error with the end of its output if it fails. A shell
 * around it stays alive until its children's processor time has been read.
 */
async function runMeasured(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<ClientCost> {
  const began = performance.now()
  const shell = spawn('sh', ['-c', '"$@" >&2; echo "ended $?"; read -r _', 'sh', ...command], options)
  let said = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  const ended = once(shell.stdout.setEncoding('utf8'), 'data') as Promise<string[]>
  const megabytes = await mostMegabytes([shell.pid ?? 0], ended)
  const seconds = (performance.now() - began) / 1000
  const taken = cpuSeconds(shell.pid ?? 0)
  shell.stdin.end('\n')
  const [text = ''] = await ended
  if (text.trim() !== 'ended 0') throw new Error(`${command.join(' ')}: ${text.trim()}: ${said}`)
  return { seconds, cpuSeconds: taken, megabytes }
}

function proportional(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
