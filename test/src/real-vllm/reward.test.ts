import { ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { counterQuestions } from './questions.js'
import { report } from './page.js'
import { JUDGE, type MadeServer, runPython, startJudge } from './made-models.js'
import { MODEL_FOLDER, NEEDS, PYTHON, type RealVllm, startVllm } from './start-vllm.js'
import { ATTEMPTS } from '../support/evaluation-rows.js'

const QUESTIONS = 40
const METHODS = ['sc@8', 'cges:confidence=rm,gamma=0.99@8']

interface Row {
  readonly question: string
  readonly text: string
  readonly steps: readonly number[]
  readonly rm: number
}

const ROWS = `
SELECT q.question, b.text, s.reward_steps AS steps, (s.signals ->> 'rm')::float8 AS rm
FROM sample s JOIN sample_body b USING (trial_id, index) JOIN trial t ON t.id = s.trial_id
JOIN evaluation e ON e.id = s.evaluation_id
JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = t.position
WHERE s.evaluation_id = $1 AND s.outcome = 'answer'`

describe.skipIf(PYTHON === undefined)(`a reward model (${NEEDS})`, () => {
  let server: RealVllm
  let judge: MadeServer
  let fleet: TestFleet

  beforeAll(async () => {
    server = await startVllm()
    judge = await startJudge()
    fleet = await TestFleet.start({ redis: null, workers: 0, concurrency: 16 })
    await fleet.startWorker({ MODEL_SERVER_URL: server.url, REWARD_SERVER_URL: judge.url })
    await fleet.importBenchmark(counterQuestions(QUESTIONS))
  }, 1_800_000)

  afterAll(async () => {
    await fleet?.stop()
    await Promise.all([server?.kill(), judge?.kill()])
  })

  it('scores every answer once, as torch does without vLLM', { timeout: 1_800_000 }, async () => {
    const { id } = await fleet.submit({ benchmark: 'counter', methods: METHODS })
    const view = await fleet.until(id, ({ status }) => status === 'done', 1_700_000)
    const { pools } = (await (await fetch(`${fleet.api}${pathOf(ListPools)}`)).json()) as { pools: object[] }
    expect(pools).toMatchObject([{ rewardModel: `${JUDGE}@last` }])
    expect(view.trials).toMatchObject({ closed: QUESTIONS, blocked: 0 })
    const rows = await fleet.sql<Row>(ROWS, [id])
    expect(rows).toHaveLength(QUESTIONS * 8)
    const ledger = await fleet.sql<{ state: string; n: number }>(
      `SELECT state, count(*)::int AS n FROM ${ATTEMPTS} l WHERE evaluation_id = $1 AND kind = 'score' GROUP BY state`,
      [id],
    )
    expect(ledger).toEqual([{ state: 'settled', n: rows.length }])
    const inputs = rows.map(({ question, text }) => JSON.stringify({ question, text })).join('\n')
    const scored = runPython('reward_reference', [MODEL_FOLDER, judge.folder], inputs).trim().split('\n')
    let worst = 0
    for (const [at, { steps, rm }] of rows.entries()) {
      const reference = JSON.parse(scored[at] ?? '[]') as number[]
      expect(steps).toHaveLength(reference.length)
      for (const [place, score] of reference.entries()) worst = Math.max(worst, Math.abs(score - (steps[place] ?? 9)))
      expect(Math.abs(rm - (reference.at(-1) ?? 9))).toBeLessThan(1e-4)
    }
    expect(worst).toBeLessThan(1e-4)
    const scores = rows.flatMap(({ steps }) => steps)
    expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(0.3)
    report(
      'a reward model: scores of steps, held to torch',
      `${scores.length} steps of ${rows.length} answers, ${Math.min(...scores).toFixed(3)} to ${Math.max(...scores).toFixed(3)}, largest difference ${worst.toExponential(1)}`,
    )
    for (const { key, accuracy, calls } of view.methods) {
      report(
        `with the reward model, ${QUESTIONS} questions: ${key}`,
        `${(100 * (accuracy?.value ?? Number.NaN)).toFixed(1)} % at ${calls?.toFixed(2)} calls`,
      )
    }
  })
})
