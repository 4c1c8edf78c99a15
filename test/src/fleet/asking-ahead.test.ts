import type { EvaluationView } from '@cges-fleet/core'
import { afterEach, expect, inject, it } from 'vitest'
import { some } from '../support/repetitions.js'
import { replayStored } from './replay-stored.js'
import { TestFleet } from './test-fleet.js'

const redis = inject('redis')
const SPEC = { methods: ['cges:confidence=lns-arith,gamma=0.99@16', 'asc-beta@16'], questions: 24, seed: 11 }

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

const live = (fleetOf: TestFleet, id: string) =>
  fleetOf.sql(`SELECT 1 FROM call WHERE evaluation_id = $1 AND live AND state = 'leased'`, [id])

it('changes no verdict by asking ahead of need, though workers die, and says how much was drawn for nothing', async () => {
  fleet = await TestFleet.start({ redis, workers: 3, concurrency: 32, timeScale: 0.1, leaseMs: 1000 })
  const off = await fleet.ended((await fleet.submit(SPEC)).id)
  expect(off).toMatchObject({ status: 'done', samples: { extra: null } })
  for (const lookahead of some([6, 'auto'] as const)) {
    const { id } = await fleet.submit({ ...SPEC, lookahead })
    await fleet.until(id, ({ samples }) => samples.drawn > 20 && samples.inFlight > 0)
    await fleet.workers.at(-1)?.kill('SIGKILL')
    const ahead = await fleet.ended(id)
    expect(ahead).toMatchObject({ status: 'done', digest: off.digest, trials: { closed: 24, blocked: 0 } })
    await expect.poll(() => live(fleet as TestFleet, id), { timeout: 90_000 }).toEqual([])
    const { samples } = await fleet.view(id)
    if (lookahead === 6) expect(samples.abandoned).toBeGreaterThan(0)
    expect(samples.extra).toBe(samples.drawn - off.samples.drawn)
  }
  await changesNothingByAudit(fleet, off)
})

/** A quarter of the questions drawn whole: the same digest, live and replayed, and the draws beyond need in their own place. */
async function changesNothingByAudit(fleetOf: TestFleet, off: EvaluationView): Promise<void> {
  const { id } = await fleetOf.submit({ ...SPEC, audit: 0.25, lookahead: 'auto' })
  const { digest, samples, audit, methods } = await fleetOf.ended(id)
  expect({ digest, calls: methods.map(({ calls }) => calls) }).toEqual({
    digest: off.digest,
    calls: off.methods.map(({ calls }) => calls),
  })
  expect(audit).toMatchObject({ share: 0.25, budget: 16, trials: 6, found: { whole: 6 } })
  const beyond = samples.drawn - off.samples.drawn
  expect(audit?.found?.calls).toBe(beyond - (samples.extra ?? 0))
  expect(audit?.found?.calls).toBeGreaterThan(0)
  expect(audit?.found?.methods).toContainEqual(
    expect.objectContaining({ key: expect.stringMatching(/^cges:.*@16$/) as string }),
  )
  expect((await replayStored(fleetOf, id)).digest).toMatchObject({ digest, isVerified: true })
}
