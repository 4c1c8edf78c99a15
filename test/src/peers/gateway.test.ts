import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { PEERS_PYTHON, runPeer } from './run-peer.js'
import { tinQuestions } from './tin-questions.js'
import { tinTask } from './tin-task.js'

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

/** As accurate as the program's own vote, at less than .6 of its calls. */
function expectSaved(name: string, voted: Run, early: Run): void {
  const share = early.calls / voted.calls
  console.info(
    `${name}: ${early.accuracy.toFixed(3)} at ${early.calls} calls, its own vote ${voted.accuracy.toFixed(3)} at ${voted.calls}; ${share.toFixed(3)} of them (simulated)`,
  )
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
      const file = join(folder, 'tins.jsonl')
      const rows = tinQuestions(QUESTIONS).map((row) => `${JSON.stringify(row)}\n`)
      writeFileSync(file, rows.join(''))
      const settings = { MODEL: 'sim', SCENARIO_FILE: file }
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

    async function inspect(server: string, model: string, how: readonly string[]): Promise<Run> {
      const logs = `inspect-${model.replaceAll(/\W/gu, '-')}-${how.join('')}`.replaceAll('/', '-')
      const before = await answered()
      const options = ['--temperature', '0.7', '--max-connections', '32', '--display', 'none', '--log-dir', logs]
      const task = `${TASK}@tins_pattern`
      await python(server, '-m', 'inspect_ai', 'eval', task, '--model', `openai-api/sim/${model}`, ...options, ...how)
      const calls = (await answered()) - before
      const dump = await python(server, '-m', 'inspect_ai', 'log', 'dump', '--header-only', newestIn(logs, '.eval'))
      const { results } = JSON.parse(dump) as { results: { scores: { metrics: { accuracy: { value: number } } }[] } }
      return { accuracy: results.scores[0]?.metrics.accuracy.value ?? Number.NaN, calls }
    }

    async function lmEval(server: string, model: string, repeats: number): Promise<Run> {
      const place = `lm-${model.replaceAll(/\W/gu, '-')}`
      mkdirSync(join(folder, place, 'tasks'), { recursive: true })
      writeFileSync(join(folder, place, 'tasks/tins.yaml'), tinTask(join(folder, 'tins.jsonl'), repeats))
      const before = await answered()
      const given = `base_url=${server}/v1/chat/completions,model=${model},num_concurrent=32`
      const how = ['--apply_chat_template', '--output_path', `${place}/out`, '--include_path', `${place}/tasks`]
      const args = ['--model', 'local-chat-completions', '--model_args', given, '--tasks', 'tins']
      await python(server, '-m', 'lm_eval', 'run', ...args, ...how)
      const calls = (await answered()) - before
      const file = JSON.parse(readFileSync(newestIn(`${place}/out`, 'results_'), 'utf8')) as {
        results: { tins: Record<string, number> }
      }
      return { accuracy: file.results.tins['exact_match,boxed'] ?? Number.NaN, calls }
    }

    it('Inspect: the gateway’s own method', async () => {
      const voted = await inspect(simulator, 'sim', ['--epochs', String(BUDGET), '--epochs-reducer', 'mode'])
      const early = await inspect(gateway, 'test', [])
      expectSaved('Inspect', voted, early)
    })

    it('lm-eval: ASC behind its model’s name', async () => {
      const voted = await lmEval(simulator, 'sim', BUDGET)
      const early = await lmEval(gateway, `test@asc-beta@${BUDGET}`, 1)
      expectSaved('lm-eval', voted, early)
    })
  },
)
