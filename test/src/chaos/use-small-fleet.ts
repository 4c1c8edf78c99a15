import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { SmallFleet, type SmallFleetOptions } from './small-fleet.js'

/** For one test on a machine that has much else to do. */
export const LIMIT_MS = 400_000

/** Gives the tests of a block one fleet, since starting one costs more than hurting it. */
export function useFleet(options: SmallFleetOptions): () => SmallFleet {
  let small: SmallFleet | undefined
  beforeAll(async () => {
    small = await SmallFleet.start(options)
  }, LIMIT_MS)
  afterAll(async () => {
    await small?.stop()
  }, LIMIT_MS)
  return () => {
    if (small === undefined) throw new Error('the fleet is there inside a test only')
    return small
  }
}

/** Does something to a fleet at work and has it judged once everything has ended. */
export async function during(fleet: SmallFleet, harm: () => Promise<void>): Promise<void> {
  const working = new AbortController()
  const work = fleet.keepBusy(working.signal)
  await sleep(500)
  try {
    await harm()
  } finally {
    working.abort()
    await work
  }
  expect(await fleet.judged()).toEqual([])
}

/** Waits until the model has been called once more: the fleet draws. */
export async function draws(fleet: SmallFleet): Promise<void> {
  const before = fleet.model.calls.length
  await fleet.patience.until(() => fleet.model.calls.length > before, {
    withinMs: 60_000,
    why: () => 'the model was not called again',
  })
}
