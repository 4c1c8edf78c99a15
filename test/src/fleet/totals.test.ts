import { createClient } from '@cges-fleet/client'
import { ExtendEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { replayStored } from './replay-stored.js'
import { TestFleet } from './test-fleet.js'

const TOTALS = ['fixed-total:step=0.5,totalCalls=72@6', 'blend-asc:step=0.5,totalCalls=60@5']
const SPEC = { questions: 24, replicates: 2 }

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

it('spends a total in one order with 1 worker and with 3, where it is added later, and in a replay', async () => {
  const one = await start(1)
  const alone = await one.ended((await one.submit({ ...SPEC, methods: TOTALS })).id)
  expect(alone).toMatchObject({ status: 'done', trials: { blocked: 0 } })
  expect(alone.methods.map(({ calls }) => calls)).toEqual([72 / 24, 60 / 24])

  const three = await start(3)
  const first = await three.ended((await three.submit({ ...SPEC, replicates: 1, methods: TOTALS.slice(1) })).id)
  const body = { methods: TOTALS.slice(0, 1), replicates: 2 }
  await createClient({ url: three.api }).call(ExtendEvaluation, { path: { id: first.id }, body })
  const extended = await three.ended(first.id)
  expect(extended.digest).toBe(alone.digest)
  expect((await replayStored(three, extended.id)).digest).toMatchObject({ digest: alone.digest, isVerified: true })
})
