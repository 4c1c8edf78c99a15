import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark, EvaluationView } from '@cges-fleet/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { completed, eventsOf, logprobsOf, nativeCompletion, post, processing, streamed } from './ask-llama.js'
import { capitals, wordSums } from './few-shot.js'
import { NEEDS, ONE_SLOT, PYTHON, type RealLlama, report, SLOTS, startLlama } from './start-llama.js'

const SUMS = 24
const BUDGET = 16
const SEEDS = 8
const QUIET_S = 5
/** Tokens that take far longer than that. */
const ENDLESS = 32_768
const METHODS = ['sc', 'esc:window=4', 'asc-beta', 'cges:confidence=lns-arith,gamma=0.99']
const LONG = { timeout: 1_800_000 }

describe.skipIf(PYTHON === undefined)(`a pretrained model on llama.cpp (${NEEDS})`, () => {
  let server: RealLlama
  let fleet: TestFleet | undefined

  beforeAll(async () => {
    server = await startLlama()
  }, 300_000)

  afterAll(async () => {
    await fleet?.stop()
    await server?.kill()
  })

  it('is recognised, with what it can do', LONG, async () => {
    const needs = ['logprobs', 'top-logprobs', 'streams']
    const run = cges(['probe', server.url, '--endpoint', 'text', '--json', '--require', ...needs])
    expect(await run.code, run.err()).toBe(0)
    const found = JSON.parse(run.out())
    expect(found).toMatchObject({ maxModelLen: 512, preflight: { engine: 'llama.cpp' } })
    report('`cges probe`', `${found.preflight.requests} requests; left out: ${found.preflight.refused.join(', ')}`)
  })

  it('streams tokens with their log-probabilities, then an end, the usage and the end mark', LONG, async () => {
    const { chunks, isEnded } = await eventsOf(await streamed(server.url, { seed: 1 }))
    expect(isEnded).toBe(true)
    const choices = chunks.flatMap(({ choices: some }) => some)
    expect(choices.map(({ text }) => text).join('')).not.toContain('\n')
    expect(choices.at(-1)?.finish_reason).toBe('stop')
    const usage = chunks.at(-1)?.usage
    const logged = choices.flatMap(logprobsOf)
    expect(usage?.prompt_tokens).toBeGreaterThan(50)
    expect(Math.abs((usage?.completion_tokens ?? 0) - logged.length)).toBeLessThanOrEqual(1)
    expect(Math.max(...logged)).toBeLessThanOrEqual(0)
  })

  it('ends at the token limit, and refuses what does not fit in the form that a worker reads', LONG, async () => {
    const { chunks } = await eventsOf(await streamed(server.url, { max_tokens: 3, ignore_eos: true, stop: [] }))
    expect(chunks.flatMap(({ choices }) => choices).at(-1)?.finish_reason).toBe('length')
    const tooLong = await post(`${server.url}/v1/completions`, { prompt: 'nine '.repeat(600), max_tokens: 4 })
    expect(tooLong.status).toBe(400)
    expect(await tooLong.json()).toMatchObject({ error: { message: expect.stringMatching(/context/) } })
  })

  it.each([
    ['4 slots', [], 'not_repeatable'],
    ['4 slots and `--no-repack`', ['--no-repack'], 'not_repeatable'],
    ['1 slot and `--no-cache-prompt`', ONE_SLOT, 'honoured'],
  ])('reports how many seeds give one text, alone and beside others: %s', LONG, async (how, options, probed) => {
    const started = await startLlama({ options })
    try {
      const { same, different } = await seedsOn(started)
      report(`one seed, alone and among ${SEEDS}, ${how}`, `${same} of ${SEEDS} texts equal`)
      expect(different).toBe(SEEDS)
      const run = cges(['probe', started.url, '--endpoint', 'text', '--json'])
      expect(await run.code, run.err()).toBe(0)
      expect(JSON.parse(run.out()).preflight.seed).toBe(probed)
    } finally {
      await started.kill()
    }
  })

  it('gives the log-probabilities that its own endpoint gives', LONG, async () => {
    const differences: number[] = []
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const native = await nativeCompletion(server.url, { seed })
      const theirs = await completed(server.url, { seed, logprobs: 1 })
      expect(theirs.text).toBe(native.text)
      expect(theirs.logprobs).toHaveLength(native.logprobs.length)
      differences.push(...native.logprobs.map((value, at) => Math.abs(value - (theirs.logprobs[at] ?? Infinity))))
    }
    const worst = Math.max(...differences)
    const what = `log-probabilities of ${differences.length} sampled tokens: \`/v1/completions\` and \`/completion\``
    report(what, `largest difference ${worst.toExponential(1)}`)
    expect(worst).toBeLessThan(1e-3)
  })

  it('stops generating a stream that was left', LONG, async () => {
    const left = new AbortController()
    const endless = { max_tokens: 450, ignore_eos: true, stop: [], seed: 1 }
    const call = streamed(server.url, endless, left.signal).then(read, () => null)
    await expect.poll(() => processing(server.url), { timeout: 20_000, interval: 20 }).toBe(1)
    const began = performance.now()
    left.abort()
    await call.catch(() => null)
    await expect.poll(() => processing(server.url), { timeout: 20_000, interval: 20 }).toBe(0)
    report('a stream that was left', `its slot was free after ${Math.round(performance.now() - began)} ms`)
  })

  it.each([
    [`none for ${QUIET_S} s`, 0, 0],
    ['one every 100 ms', 10 * QUIET_S, 1],
  ])(
    'ends a request without a stream that was left only in a quiet second: answers to others, %s',
    LONG,
    async (how, looks, busy) => {
      const own = await startLlama({ options: ['-c', `${ENDLESS}`, '-np', '1'] })
      try {
        const left = new AbortController()
        const endless = { max_tokens: ENDLESS - 400, ignore_eos: true, stop: [], seed: 1 }
        const call = completed(own.url, endless, left.signal).catch(() => null)
        await expect.poll(() => processing(own.url), { timeout: 20_000, interval: 20 }).toBe(1)
        left.abort()
        await call
        // What asks for the slots is answered too.
        const until = performance.now() + 1000 * QUIET_S
        for (let look = 0; look < looks; look += 1) {
          await processing(own.url)
          await sleep(100)
        }
        await sleep(Math.max(0, until - performance.now()))
        expect(await processing(own.url)).toBe(busy)
        report(
          `a request without a stream that was left; answers to others: ${how}`,
          busy === 0 ? 'its slot is free' : 'its slot is not',
        )
      } finally {
        await own.kill()
      }
    },
  )

  const started = async () => {
    if (fleet !== undefined) return fleet
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: SLOTS })
    await fleet.startWorker({ MODEL_SERVER_URL: server.url, MODEL_ENDPOINT: 'text' })
    return fleet
  }

  it('answers a whole evaluation, killed and started again in its midst', LONG, async () => {
    const its = await started()
    const began = performance.now()
    const id = await submitted(its, wordSums(SUMS))
    await its.until(id, ({ samples }) => samples.drawn > (SUMS * BUDGET) / 4, 900_000)
    await server.kill()
    await sleep(1500)
    server = await startLlama({ port: Number(new URL(server.url).port) })
    const view = await its.until(id, ({ status }) => status !== 'running', 1_800_000)
    const counts = await countsOf(its, view)
    report(
      'killed and started again in its midst',
      `${counts.again} calls made again, ${counts.unclear} in doubt, 0 lost`,
    )
    reportEvaluation({ view, counts, seconds: (performance.now() - began) / 1000 })
    expect(accuracyOf(view, 0)).toBeGreaterThan(0.2)
    expect(its.exits()).toEqual([])
  })

  it('keeps every log-probability where a stop sequence has several tokens', LONG, async () => {
    const its = await started()
    const began = performance.now()
    const id = await submitted(its, capitals())
    const view = await its.until(id, ({ status }) => status !== 'running', 1_800_000)
    reportEvaluation({ view, counts: await countsOf(its, view), seconds: (performance.now() - began) / 1000 })
    expect(view.setAside).toEqual([])
    expect(accuracyOf(view, 0)).toBeGreaterThan(0.2)
  })
})

/** Draws some seeds alone and side by side: how many of their texts are equal, and how many there are. */
async function seedsOn({ url }: RealLlama): Promise<{ same: number; different: number }> {
  const seeds = Array.from({ length: SEEDS }, (_, seed) => seed)
  const textOf = async (seed: number) => (await completed(url, { seed, temperature: 1, top_p: 1, stop: [] })).text
  const alone: string[] = []
  for (const seed of seeds) alone.push(await textOf(seed))
  const together = await Promise.all(seeds.map(textOf))
  const same = alone.filter((text, at) => text === together[at]).length
  return { same, different: new Set(alone).size }
}

/** Reads a stream to its end. */
async function read(response: Response): Promise<void> {
  await response.text()
}

async function submitted(fleet: TestFleet, benchmark: Benchmark): Promise<string> {
  await fleet.importBenchmark(benchmark)
  const methods = METHODS.map((method) => `${method}@${BUDGET}`)
  return (await fleet.submit({ benchmark: benchmark.name, methods })).id
}

interface Counts {
  readonly drawn: number
  readonly stopped: number
  readonly voted: number
  readonly prompts: number
  readonly unclear: number
  readonly again: number
}

async function countsOf(fleet: TestFleet, { id, trials, status }: EvaluationView): Promise<Counts> {
  const [counts] = await fleet.sql<Counts>(
    `SELECT count(*)::int AS drawn, (count(*) FILTER (WHERE finish_reason = 'stop'))::int AS stopped,
            (count(*) FILTER (WHERE answer_key IS NOT NULL))::int AS voted,
            (count(*) FILTER (WHERE prompt_tokens > 0))::int AS prompts,
            coalesce(sum(unclear_faults), 0)::int AS unclear,
            (SELECT count(*)::int FROM call_ledger
              WHERE evaluation_id = $1 AND state IN ('failed', 'handed_back', 'lost')) AS again
     FROM sample WHERE evaluation_id = $1`,
    [id],
  )
  if (counts === undefined) throw new Error('no samples')
  expect([status, trials.blocked]).toEqual(['done', 0])
  expect(counts.drawn).toBe(trials.total * BUDGET)
  expect([counts.prompts, counts.unclear]).toEqual([counts.drawn, 0])
  expect(counts.stopped).toBeGreaterThan(0.9 * counts.drawn)
  return counts
}

interface Ran {
  readonly view: EvaluationView
  readonly counts: Counts
  readonly seconds: number
}

function reportEvaluation({ view, counts, seconds }: Ran): void {
  const { title } = view.benchmark
  const named = `${title}: ${view.trials.total} questions, ${BUDGET} samples each, three worked examples`
  const { drawn, stopped, voted } = counts
  report(named, `${drawn} samples in ${Math.round(seconds)} s; ${stopped} ended by the stop sequence, ${voted} voted`)
  report(`${title}: distinct texts`, `${view.independence?.distinct ?? 0} of ${drawn} samples`)
  view.methods.forEach(({ key, calls }, at) =>
    report(`${title}: ${key}`, `${(100 * accuracyOf(view, at)).toFixed(1)} % at ${calls?.toFixed(2)} calls`),
  )
}

function accuracyOf({ methods }: EvaluationView, at: number): number {
  return methods[at]?.accuracy?.value ?? Number.NaN
}
