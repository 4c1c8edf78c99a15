import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { boxedDigit, type CapturingProxy, capturingProxy, confidencesOf, readCaptured } from './captured.js'
import { importQuestions, IS_COUNTER } from './questions.js'
import { report } from './page.js'
import { HAS_SERVER, IS_LOCAL_SERVER, NEEDS, type ServersOfSuite, serversOfSuite } from './start-vllm.js'

const QUESTIONS = Number(process.env['VLLM_QUESTIONS'] ?? 100)
const BUDGET = 16
const METHODS = [
  'esc:window=4',
  'asc-beta',
  'cges:confidence=lns-arith,gamma=0.99',
  'cges:confidence=lns-geom,gamma=0.99',
]
const METHOD_SPECS = [`sc@${BUDGET}`, ...METHODS.map((method) => `${method}@${BUDGET}`)]

interface Row {
  readonly request: string
  readonly outcome: string
  readonly text: string
  readonly reasoning: string | null
  readonly signals: Record<string, number> | null
  readonly deliveries: number
  readonly gold: string
}

const ROWS = `
SELECT s.trial_id || '/' || s.index || '/' || k.fence AS request, s.outcome, s.signals, k.deliveries, b.text, b.reasoning,
       g.answer AS gold
FROM sample s JOIN sample_body b USING (trial_id, index) JOIN trial t ON t.id = s.trial_id
JOIN evaluation e ON e.id = s.evaluation_id
JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
JOIN call k ON k.trial_id = s.trial_id AND k.index = s.index AND k.kind = 'draw'
WHERE s.evaluation_id = $1 AND s.state = 'read'`

describe.skipIf(!HAS_SERVER)(`a fleet on real servers (${NEEDS})`, () => {
  let servers: ServersOfSuite
  const proxies: CapturingProxy[] = []
  let fleet: TestFleet
  let spec: { benchmark: string; methods: string[]; questions: number }

  beforeAll(async () => {
    servers = await serversOfSuite(2)
    proxies.push(...(await Promise.all(servers.urls.map(capturingProxy))))
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: 16 })
    for (const { url } of proxies) await fleet.startWorker({ MODEL_SERVER_URL: url })
    spec = { benchmark: await importQuestions(fleet), methods: METHOD_SPECS, questions: QUESTIONS }
  }, 900_000)

  afterAll(async () => {
    await fleet?.stop()
    for (const proxy of proxies) proxy.close()
    await servers?.stop()
  })

  let digest: string | null
  let first: string

  it('draws every sample once, and keeps of each what the server wrote', { timeout: 1_800_000 }, async () => {
    const began = performance.now()
    const { id } = await fleet.submit(spec)
    const view = await fleet.until(id, ({ status }) => status === 'done', 1_700_000)
    const seconds = (performance.now() - began) / 1000
    ;({ digest } = view)
    first = id
    const rows = await fleet.sql<Row>(ROWS, [id])
    expect(rows).toHaveLength(view.trials.total * BUDGET)
    expect(rows.filter(({ deliveries }) => deliveries !== 1)).toEqual([])
    let worst = 0
    let correct = 0
    for (const { request, text, reasoning, signals, gold } of rows) {
      const stream = proxies.flatMap(({ streams }) => streams.get(request) ?? [])
      expect(stream, request).toHaveLength(1)
      const captured = readCaptured(stream[0] ?? '')
      expect({ text, reasoning: reasoning ?? '' }).toEqual({ text: captured.text, reasoning: captured.reasoning })
      correct += boxedDigit(captured.text) === gold ? 1 : 0
      for (const [signal, value] of Object.entries(confidencesOf(captured.logprobs))) {
        worst = Math.max(worst, Math.abs(value - (signals?.[signal] ?? Number.NaN)))
      }
    }
    expect(worst).toBeLessThan(1e-12)
    const [{ right } = { right: 0 }] = await fleet.sql<{ right: number }>(
      `SELECT count(*)::int AS right FROM sample s JOIN trial t ON t.id = s.trial_id
       JOIN evaluation e ON e.id = s.evaluation_id
       JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
       WHERE s.evaluation_id = $1 AND s.answer_key = g.answer_key`,
      [id],
    )
    // What is in the box is read here by other code only where it is one digit.
    if (IS_COUNTER) expect(right).toBe(correct)
    const results = [`${rows.length}`, 'none drawn twice', `${(rows.length / seconds).toFixed(1)} a second`]
    report(`samples of ${spec.benchmark} drawn on ${servers.urls.length} servers`, results.join(', '))
    report(
      IS_COUNTER ? 'one sample, counted from the captured streams and as the fleet grades it' : 'one sample',
      `${((100 * right) / rows.length).toFixed(1)} % right`,
    )
    report('four confidences of each sample, from the captured streams', `largest difference ${worst.toExponential(1)}`)
    for (const { key, accuracy, calls } of view.methods) {
      report(key, `${(100 * (accuracy?.value ?? Number.NaN)).toFixed(1)} % at ${calls?.toFixed(2)} calls`)
    }
  })

  it('comes to the same end again', { timeout: 1_800_000 }, async () => {
    const { id } = await fleet.submit(spec)
    const view = await fleet.until(id, ({ status }) => status === 'done', 1_700_000)
    const differing = await fleet.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM sample a JOIN trial ta ON ta.id = a.trial_id
       JOIN trial tb ON tb.evaluation_id = $2 AND (tb.position, tb.replicate) = (ta.position, ta.replicate)
       JOIN sample b ON (b.trial_id, b.index) = (tb.id, a.index)
       JOIN sample_body ba ON (ba.trial_id, ba.index) = (a.trial_id, a.index)
       JOIN sample_body bb ON (bb.trial_id, bb.index) = (b.trial_id, b.index)
       WHERE a.evaluation_id = $1 AND ba.text <> bb.text`,
      [first, id],
    )
    report(
      'the same evaluation again',
      `${differing[0]?.n} of ${view.trials.total * BUDGET} texts differ, digest ${view.digest === digest ? 'equal' : 'different'}`,
    )
    // Batches differ from run to run; vLLM promises equal texts for equal seeds only with batch invariance switched on.
    if (IS_LOCAL_SERVER) expect(differing[0]?.n).toBeLessThan(0.01 * view.trials.total * BUDGET)
    expect(fleet.exits()).toEqual([])
    expect(view.pool.model).toBe(servers.model)
  })
})
