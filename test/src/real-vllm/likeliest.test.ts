import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { type CapturingProxy, capturingProxy, certaintyOf, lowsOf, readCaptured } from './captured.js'
import { counterQuestions } from './questions.js'
import { report } from './page.js'
import { NEEDS, PYTHON, type RealVllm, startVllm } from './start-vllm.js'

const QUESTIONS = 40
const WINDOW = 8
const WARM_UPS = 4
const ROWS = `
SELECT s.trial_id AS trial, s.index, s.trial_id || '/' || s.index || '/' || k.fence AS request, s.outcome, s.signals,
       s.completion_tokens AS tokens, s.minima -> '${WINDOW}' AS lows
FROM sample s JOIN call k ON k.trial_id = s.trial_id AND k.index = s.index AND k.kind = 'draw'
WHERE s.evaluation_id = $1 AND s.state = 'read' ORDER BY s.trial_id, s.index`

interface Row {
  readonly trial: string
  readonly index: number
  readonly request: string
  readonly outcome: string
  readonly signals: Record<string, number> | null
  readonly tokens: number
  readonly lows: readonly (readonly [number, number])[] | null
}

describe.skipIf(PYTHON === undefined)(`the likeliest tokens at every place (${NEEDS})`, () => {
  let server: RealVllm
  let proxy: CapturingProxy
  let fleet: TestFleet

  beforeAll(async () => {
    server = await startVllm()
    proxy = await capturingProxy(server.url)
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: 16 })
    await fleet.startWorker({ MODEL_SERVER_URL: proxy.url })
    await fleet.importBenchmark(counterQuestions(QUESTIONS))
  }, 1_800_000)

  afterAll(async () => {
    await fleet?.stop()
    proxy?.close()
    await server?.kill()
  })

  const drawn = async (methods: string[]) => {
    const { id } = await fleet.submit({ benchmark: 'counter', methods })
    const view = await fleet.until(id, ({ status }) => status === 'done', 1_700_000)
    const rows = await fleet.sql<Row>(ROWS, [id])
    return { view, rows, captured: ({ request }: Row) => readCaptured(proxy.streams.get(request) ?? '') }
  }

  it('gives a self-certainty, as the captured lists have it', { timeout: 1_800_000 }, async () => {
    const { view, rows, captured } = await drawn(['sc@8', 'cisc:confidence=self-certainty@8'])
    expect(rows).toHaveLength(QUESTIONS * 8)
    const values = rows.map(({ signals }) => signals?.['self-certainty'] ?? Number.NaN)
    const apart = rows.map((row, at) => Math.abs((values[at] ?? Number.NaN) - certaintyOf(captured(row).likeliest)))
    // The certainties of places are kept as 32-bit numbers.
    expect(Math.max(...apart)).toBeLessThan(1e-9)
    expect(new Set(values).size).toBeGreaterThan(rows.length / 2)
    report('self-certainty of each sample, from the captured lists', `largest difference ${largest(apart)}`)
    for (const { key, accuracy, calls } of view.methods)
      report(`with the likeliest tokens: ${key}`, resultText(accuracy, calls))
  })

  it('ends an answer at the token where it falls below its bar', { timeout: 1_800_000 }, async () => {
    const method = `deepconf:keep=0.5,threshold=0.999,warmUps=${WARM_UPS},window=${WINDOW}@12`
    const { view, rows, captured } = await drawn([method])
    const traces = rows.map((row) => {
      const { likeliest, placesBeforeFinish } = captured(row)
      return { ...row, placesBeforeFinish, recomputed: lowsOf(likeliest, WINDOW) }
    })
    let early = 0
    for (const { trial, index, outcome, tokens, lows, recomputed, placesBeforeFinish } of traces) {
      const warm = traces.filter((each) => each.trial === trial && each.index < WARM_UPS)
      const bar = index < WARM_UPS ? -Infinity : medianOf(warm.map((each) => each.recomputed.at(-1)?.[1] ?? Number.NaN))
      // What falls in the chunk that ends the answer anyway is not cut off, nor what is shorter than a group.
      const mayEnd = (places: number) => places >= WINDOW && places <= placesBeforeFinish
      const below = recomputed.find(([places, confidence]) => confidence < bar && mayEnd(places))
      expect(outcome === 'ended_early', `${trial}/${index}`).toBe(below !== undefined)
      if (below !== undefined) expect(tokens).toBe(below[0])
      expect(lows).toEqual(recomputed.slice(0, below === undefined ? recomputed.length : recomputed.indexOf(below) + 1))
      early += below === undefined ? 0 : 1
    }
    expect(early).toBeGreaterThan(QUESTIONS / 4)
    report(
      `ended below their bars, by the captured lists, of ${rows.length} answers`,
      `${early}, each at the token where its group of ${WINDOW} fell below`,
    )
    for (const { key, accuracy, calls } of view.methods) report(key, resultText(accuracy, calls))
  })
})

function largest(values: readonly number[]): string {
  return Math.max(...values).toExponential(1)
}

function resultText(accuracy: { readonly value: number } | null, calls: number | null): string {
  return `${(100 * (accuracy?.value ?? Number.NaN)).toFixed(1)} % at ${calls?.toFixed(2)} calls`
}

/** What half of them lie above: the bar of keep=0.5. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}
