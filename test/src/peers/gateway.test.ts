import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { tinQuestions } from './tin-questions.js'

/** To load Inspect or lm-eval takes many seconds of a processor. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** A Python with what requirements.txt lists. */
const PYTHON = process.env['PEERS_PYTHON']
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

function taskFile(questions: string, repeats: number): string {
  const vote = repeats === 1 ? '' : '{function: majority_vote}, '
  return `task: tins
dataset_path: json
dataset_kwargs: {data_files: {test: ${questions}}}
test_split: test
output_type: generate_until
repeats: ${repeats}
doc_to_text: "{{question}}\\n\\nThink step by step, and put your final answer in \\\\boxed{}."
doc_to_target: "{{answer}}"
generation_kwargs: {until: ["</s>"], do_sample: true, temperature: 0.7, max_gen_toks: 1024}
filter_list:
  - {name: boxed, filter: [{function: regex, regex_pattern: "boxed\\\\{([^}]*)\\\\}"}, ${vote}{function: take_first}]}
metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]
`
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

describe.skipIf(PYTHON === undefined)('other programs with one address changed (npm run test:with -- peers)', () => {
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
    return [...text.matchAll(/^vllm:request_success_total\{.*\} (\S+)$/gmu)].reduce((sum, [, n]) => sum + Number(n), 0)
  }

  async function python(server: string, ...args: string[]): Promise<string> {
    const variables = {
      QUESTIONS: join(folder, 'tins.jsonl'),
      SIM_API_KEY: 'none',
      SIM_BASE_URL: `${server}/v1`,
      OPENAI_API_KEY: 'none',
      HF_HOME: join(folder, 'hf'),
      HF_DATASETS_OFFLINE: '1',
      HF_HUB_OFFLINE: '1',
    }
    const child = spawn(PYTHON ?? '', args, { cwd: folder, env: { ...process.env, ...variables } })
    let out = ''
    let err = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code, `${out}\n${err}`).toBe(0)
    return out
  }

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
    writeFileSync(join(folder, place, 'tasks/tins.yaml'), taskFile(join(folder, 'tins.jsonl'), repeats))
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
})
