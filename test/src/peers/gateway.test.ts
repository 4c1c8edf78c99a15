import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { PEERS_PYTHON, runPeer } from './run-peer.js'
import { choiceQuestions, LM_BENCHMARKS, type LmBenchmark, votingTask, writeDatasets } from './lm-benchmarks.js'
import { tinQuestions } from './tin-questions.js'

/** To load Inspect or lm-eval takes many seconds of a processor. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const TASK = fileURLToPath(new URL('../../src/peers/tins.py', import.meta.url))
const QUESTIONS = 80
const BUDGET = 16
/** Two accuracies of as many questions differ by less in all but one of a thousand pairs of runs. */
const NOISE = 3.3 * Math.sqrt(0.5 / QUESTIONS)

interface Run {
  readonly accuracy: number
  /** Made to the model server. */
  readonly calls: number
}

const linesOf = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** One run of a program: what it runs, with which model, and its further options. */
interface PeerRun {
  readonly task: string
  readonly model: string
  readonly how?: readonly string[]
}

/** As accurate as the program's own vote, at less than .6 of its calls. */
function expectSaved(name: string, voted: Run, early: Run): void {
  const share = early.calls / voted.calls
  console.info(
    `${name}: ${early.accuracy.toFixed(3)} at ${early.calls} calls, its own vote ${voted.accuracy.toFixed(3)} at ${voted.calls}; ${share.toFixed(3)} of them (simulated)`,
  )
  expect(voted.accuracy).toBeGreaterThan(0.5)
  expect(voted.calls).toBe(QUESTIONS * BUDGET)
  expect(early.accuracy).toBeGreaterThan(voted.accuracy - NOISE)
  expect(share).toBeGreaterThan(0.1)
  expect(share).toBeLessThan(0.6)
}

describe.skipIf(PEERS_PYTHON === undefined)(
  'other programs with one address changed (npm run test:with -- peers)',
  () => {
    let fleet: TestFleet
    let folder: string
    let simulator: string
    let gateway: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'cges-gateway-peers-'))
      const sums = tinQuestions(QUESTIONS)
      const choices = choiceQuestions(sums)
      writeFileSync(join(folder, 'tins.jsonl'), linesOf(sums))
      writeFileSync(join(folder, 'choices.jsonl'), linesOf(choices))
      writeFileSync(join(folder, 'all.jsonl'), linesOf([...sums, ...choices]))
      writeDatasets(folder, { sums, choices })
      const settings = { MODEL: 'sim', SCENARIO_FILE: join(folder, 'all.jsonl') }
      fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 32, simulator: settings })
      simulator = fleet.simulators[0]?.listening ?? ''
      // Inspect takes a comma in a model's name for the end of it.
      const method = `cges:confidence=lns-arith,gamma=0.95@${BUDGET}`
      gateway = (await fleet.startGateway({ TEAM_CALLS: '1024', DEFAULT_METHOD: method })).listening
      const served = { model: 'test@sc@1', messages: [{ role: 'user', content: 'Job 0' }] }
      const ask = () => fetch(`${gateway}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(served) })
      await vi.waitUntil(async () => (await ask()).ok, { timeout: 90_000, interval: 500 })
    })

    afterAll(async () => {
      await fleet.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    /** Calls that the model server has answered. */
    async function answered(): Promise<number> {
      const text = await (await fetch(`${simulator}/metrics`, { headers: { connection: 'close' } })).text()
      return [...text.matchAll(/^vllm:request_success_total\{.*\} (\S+)$/gmu)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      )
    }

    const python = (server: string, ...args: string[]) => runPeer(args, { folder, server })

    const newestIn = (place: string, part: string) => {
      const names = readdirSync(join(folder, place), { recursive: true, encoding: 'utf8' })
      return join(folder, place, names.find((name) => name.includes(part)) ?? '')
    }

    async function inspect(server: string, { task, model, how = [] }: PeerRun): Promise<Run> {
      const logs = `inspect-${task}-${how.length}`
      const before = await answered()
      const options = ['--temperature', '0.7', '--max-connections', '32', '--display', 'none', '--log-dir', logs]
      const named = ['--model', `openai-api/sim/${model}`]
      await python(server, '-m', 'inspect_ai', 'eval', `${TASK}@${task}`, ...named, ...options, ...how)
      const calls = (await answered()) - before
      const dump = await python(server, '-m', 'inspect_ai', 'log', 'dump', '--header-only', newestIn(logs, '.eval'))
      const { results } = JSON.parse(dump) as { results: { scores: { metrics: { accuracy: { value: number } } }[] } }
      return { accuracy: results.scores[0]?.metrics.accuracy.value ?? Number.NaN, calls }
    }

    async function lmEval(server: string, { task, model, how = [] }: PeerRun): Promise<Run> {
      const place = `lm-${task}`
      const before = await answered()
      const given = `base_url=${server}/v1/chat/completions,model=${model},num_concurrent=32`
      const asks = ['--apply_chat_template', '--num_fewshot', '0', '--gen_kwargs', 'temperature=0.7,do_sample=true']
      const args = ['--model', 'local-chat-completions', '--model_args', given, '--tasks', task]
      await python(server, '-m', 'lm_eval', 'run', ...args, ...asks, '--output_path', place, ...how)
      const calls = (await answered()) - before
      const { results } = JSON.parse(readFileSync(newestIn(place, 'results_'), 'utf8')) as {
        results: Record<string, Record<string, number>>
      }
      return { accuracy: results[task]?.['exact_match,flexible-extract'] ?? Number.NaN, calls }
    }

    /** The harness's own vote over repeats of a benchmark. */
    async function lmVote(benchmark: LmBenchmark): Promise<Run> {
      const tasks = await python('', '-c', 'import lm_eval.tasks as t; print(t.__path__[0])')
      mkdirSync(join(folder, 'voting'), { recursive: true })
      const task = `${benchmark.task}_vote`
      writeFileSync(join(folder, `voting/${task}.yaml`), votingTask(tasks.trim(), benchmark, BUDGET))
      return lmEval(simulator, { task, model: 'sim', how: ['--include_path', 'voting'] })
    }

    it.each(['tins_pattern', 'tins_includes', 'tins_choice'])('Inspect, %s: the gateway’s own method', async (task) => {
      const how = ['--epochs', String(BUDGET), '--epochs-reducer', 'mode']
      const voted = await inspect(simulator, { task, model: 'sim', how })
      const early = await inspect(gateway, { task, model: 'test' })
      expectSaved(`Inspect, ${task}`, voted, early)
    })

    it.each(LM_BENCHMARKS)('lm-eval, $task: ASC behind its model’s name', async (benchmark) => {
      const voted = await lmVote(benchmark)
      const early = await lmEval(gateway, { task: benchmark.task, model: `test@asc-beta:threshold=0.9@${BUDGET}` })
      expectSaved(`lm-eval, ${benchmark.task}`, voted, early)
    })
  },
)
