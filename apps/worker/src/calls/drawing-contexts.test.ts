import { type DataSource, endCall } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DrawingContexts } from './drawing-contexts.js'
import { claimedSamples, cloneDatabase } from './testing/claimed-samples.js'

let db: DataSource
let drop: () => Promise<void>

beforeEach(async () => {
  ;({ db, drop } = await cloneDatabase())
})

afterEach(() => drop())

/** Claims so many calls of one evaluation. */
async function held(count: number) {
  const calls = await claimedSamples(db, count, 60_000)
  expect(calls).toHaveLength(count)
  return calls as [(typeof calls)[0], (typeof calls)[0]]
}

it('asks once an evaluation, and once more after methods were added', async () => {
  const [first, second] = await held(2)
  const contexts = new DrawingContexts(db)
  const statements = vi.spyOn(db, 'query')
  const [one, same] = await Promise.all([contexts.of(first), contexts.of(second)])
  expect(one).toMatchObject({ model: 'm', answerKind: 'text' })
  expect(same).toBe(one)
  expect(statements).toHaveBeenCalledTimes(1)
  await contexts.of({ ...first, methods: first.methods + 1 })
  expect(statements).toHaveBeenCalledTimes(2)
})

it('answers who holds a call, though another that asked first had lost its own', async () => {
  const [lost, kept] = await held(2)
  await endCall(db, lost, { state: 'handed_back', reason: 'draining' })
  const contexts = new DrawingContexts(db)
  const [none, found] = await Promise.all([contexts.of(lost), contexts.of(kept)])
  expect(none).toBeNull()
  expect(found).toMatchObject({ model: 'm' })
  expect(await contexts.of(kept)).toBe(found)
})
