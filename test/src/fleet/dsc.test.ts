import { type EvaluationView } from '@cges-fleet/core'
import { decideSet, type DscSpec, MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { afterEach, expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { TestFleet } from './test-fleet.js'

const METHOD = 'dsc:easyRun=6,predictFrom=8@12'
const QUESTIONS = 50

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

async function run(workers: number, methods: string[], replicates = 1): Promise<EvaluationView> {
  await fleet?.stop()
  fleet = await TestFleet.start({ redis: null, workers, concurrency: 8 })
  const done = await fleet.ended((await fleet.submit({ methods, questions: QUESTIONS, replicates })).id)
  expect(done).toMatchObject({ status: 'done', trials: { blocked: 0 } })
  return done
}

interface Verdict {
  readonly replicate: number
  readonly position: number
  readonly calls: number
  readonly answer: string | null
  readonly reason: string
}

it('decides whole sets in order of difficulty, as the pure rule does on the samples it stored', async () => {
  const done = await run(2, [METHOD], 2)
  const [report] = done.methods
  expect(report?.rankingCalls).toBe(2 * 3 * (QUESTIONS / 5))
  expect(done.samples.drawn).toBe(Math.round((report?.calls ?? 0) * 2 * QUESTIONS))

  const verdicts = await fleet?.sql<Verdict>(
    `SELECT t.replicate, t.position, v.calls, v.answer_key AS answer, v.reason
     FROM verdict v JOIN trial t ON t.id = v.trial_id WHERE v.evaluation_id = $1`,
    [done.id],
  )
  const samples = await fleet?.sql<{ replicate: number; position: number; answers: (string | null)[] }>(
    `SELECT t.replicate, t.position, array_agg(s.answer_key ORDER BY s.index) AS answers
     FROM sample s JOIN trial t ON t.id = s.trial_id WHERE s.evaluation_id = $1 GROUP BY 1, 2`,
    [done.id],
  )
  const orders = await fleet?.sql<{ replicate: number; easyToHard: number[] }>(
    `SELECT replicate, easy_to_hard AS "easyToHard" FROM ranking_order WHERE evaluation_id = $1 ORDER BY replicate`,
    [done.id],
  )
  const parsed = parseMethodSpec(METHOD, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  const spec = MethodSpec.parse(parsed.spec) as DscSpec
  expect(orders).toHaveLength(2)
  for (const { replicate, easyToHard } of orders ?? []) {
    const prefixes = Array.from({ length: QUESTIONS }, (_, position) => {
      const found = samples?.find((row) => row.replicate === replicate && row.position === position)
      return (found?.answers ?? []).map((answer) => ({ answer, confidences: {} }))
    })
    for (const expected of decideSet(spec, easyToHard, prefixes)) {
      if (expected.state === 'open') throw new Error(`question ${expected.question} is open`)
      const { calls, answer, reason } = expected
      const position = expected.question
      expect(verdicts).toContainEqual({ replicate, position, calls, answer, reason })
    }
  }
  expect(verdicts?.some(({ reason }) => reason === 'easy')).toBe(true)
  expect(verdicts?.some(({ calls }) => calls > 4)).toBe(true)
})

it.skipIf(!IS_AT_LENGTH)(
  `gives one digest with 1 worker and with 3, alone and beside other methods${LONGER}`,
  async () => {
    const one = await run(1, [METHOD])
    const three = await run(3, [METHOD])
    expect(three.digest).toBe(one.digest)
    const together = await run(2, [METHOD, 'cges:confidence=lns-arith,gamma=0.99@12'])
    expect(together.methods[0]?.calls).toBe(one.methods[0]?.calls)
    expect(together.methods[0]?.accuracy).toEqual(one.methods[0]?.accuracy)
  },
)
