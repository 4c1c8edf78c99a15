import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { type CapturingProxy, capturingProxy, confidencesOf, readCaptured } from './captured.js'
import { counterQuestions } from './questions.js'
import { report } from './page.js'
import { type MadeServer, startThinker } from './made-models.js'
import { NEEDS, PYTHON } from './start-vllm.js'

const QUESTIONS = 40
const ROWS = `
SELECT s.trial_id || '/' || s.index || '/' || k.fence AS request, s.outcome, s.signals, s.completion_tokens AS tokens,
       b.text, b.reasoning
FROM sample s JOIN sample_body b USING (trial_id, index) JOIN call k USING (trial_id, index)
WHERE s.evaluation_id = $1 AND s.state = 'read'`

interface Row {
  readonly request: string
  readonly outcome: string
  readonly signals: Record<string, number> | null
  readonly tokens: number
  readonly text: string
  readonly reasoning: string | null
}

describe.skipIf(PYTHON === undefined)(`a model that thinks first (${NEEDS})`, () => {
  let server: MadeServer
  let proxy: CapturingProxy
  let fleet: TestFleet

  beforeAll(async () => {
    server = await startThinker()
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

  it('keeps thinking and answer apart, and counts the tokens of both', { timeout: 1_800_000 }, async () => {
    const methods = ['sc@8', 'cges:confidence=lns-arith,gamma=0.99@8']
    const { id } = await fleet.submit({ benchmark: 'counter', methods, reasoning: true })
    const view = await fleet.until(id, ({ status }) => status === 'done', 1_700_000)
    expect(view.sampling.maxTokens).toBe(32_768)
    const rows = await fleet.sql<Row>(ROWS, [id])
    expect(rows).toHaveLength(QUESTIONS * 8)
    let worst = 0
    for (const { request, text, reasoning, signals, tokens } of rows) {
      const captured = readCaptured(proxy.streams.get(request) ?? '')
      expect({ text, reasoning: reasoning ?? '' }, request).toEqual({
        text: captured.text,
        reasoning: captured.reasoning,
      })
      expect(tokens).toBe(captured.logprobs.length)
      for (const [signal, value] of Object.entries(confidencesOf(captured.logprobs))) {
        worst = Math.max(worst, Math.abs(value - (signals?.[signal] ?? Number.NaN)))
      }
    }
    expect(worst).toBeLessThan(1e-12)
    const answered = rows.filter(({ outcome }) => outcome === 'answer')
    const thought = answered.filter(({ reasoning, text }) => reasoning !== null && text.includes('\\boxed'))
    expect(answered.length).toBeGreaterThan(0.9 * rows.length)
    expect(thought.length).toBeGreaterThan(0.9 * answered.length)
    report(
      'with --reasoning-parser deepseek_r1',
      `${thought.length} of ${rows.length} samples thought, then boxed an answer; text, thinking and tokens as in the captured streams, confidences over both: largest difference ${worst.toExponential(1)}`,
    )
  })
})
