import { createClient } from '@cges-fleet/client'
import { ExtendEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../support/repetitions.js'
import { replayStored } from './replay-stored.js'
import { TestFleet } from './test-fleet.js'

const CERTIFIED = [
  'asc-beta:calibrate=30,certified=0.1/0.1@6',
  'cges:calibrate=25,certified=0.1/0.1,confidence=lns-arith,gamma=0.9@6',
]
const IMPOSSIBLE = 'voi:calibrate=22,certified=0.1/0.1@6'
const SPEC = { questions: 60, replicates: 2 }

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

async function start(workers: number): Promise<TestFleet> {
  await fleet?.stop()
  fleet = await TestFleet.start({ redis: null, workers, concurrency: 6 })
  return fleet
}

const METHODS = [...CERTIFIED, IMPOSSIBLE]

it('fixes a threshold once, and decides the same extended, beside others, and replayed', async () => {
  const three = await start(3)
  const first = await three.ended((await three.submit({ ...SPEC, replicates: 1, methods: ['esc:window=2@6'] })).id)
  const client = createClient({ url: three.api })
  await client.call(ExtendEvaluation, { path: { id: first.id }, body: { methods: METHODS, replicates: 2 } })
  const extended = await three.ended(first.id)
  const again = await three.ended((await three.submit({ ...SPEC, methods: ['esc:window=2@6', ...METHODS] })).id)
  expect(again.digest).toBe(extended.digest)
  const whole = await three.ended((await three.submit({ ...SPEC, methods: METHODS })).id)
  expect(whole).toMatchObject({ status: 'done', trials: { blocked: 0 } })

  const [asc, , voi] = whole.methods
  expect(asc?.certified).toMatchObject({ alpha: 0.1, delta: 0.1, wanted: 30, fixed: { questions: 30, leftOut: 0 } })
  expect(asc?.certified?.fixed?.threshold).toBeLessThan(0.999)
  expect(asc?.certified?.callsWithout).toBeLessThan(6)
  expect(extended.methods[1]?.certified?.fixed).toEqual(asc?.certified?.fixed)
  const reasons = await three.sql<{ reason: string; n: number }>(
    `SELECT reason, count(*)::int AS n FROM verdict WHERE evaluation_id = $1 AND method_key = $2 GROUP BY 1`,
    [whole.id, asc?.key],
  )
  expect(reasons).toContainEqual({ reason: 'calibration', n: 30 })
  expect(voi?.certified?.fixed).toMatchObject({ disagreements: expect.any(Number) as number })

  const report = await replayStored(three, extended.id)
  expect(report.digest).toMatchObject({ digest: extended.digest, isVerified: true })
  expect(report.notes).toContainEqual(
    expect.stringMatching(/^asc-beta:.*: threshold 0\.\d+, fixed on 30 questions drawn whole/),
  )
})

it.runIf(IS_AT_LENGTH)(`decides the same with 1 worker and with 3${LONGER}`, async () => {
  const digests: unknown[] = []
  for (const workers of [1, 3]) {
    const started = await start(workers)
    digests.push((await started.ended((await started.submit({ ...SPEC, methods: METHODS })).id)).digest)
  }
  expect(digests[0]).toBe(digests[1])
})
