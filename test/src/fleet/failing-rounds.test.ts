import { CancelEvaluation } from '@cges-fleet/core/contract'
import { createClient } from '@cges-fleet/client'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

const SPEC = { methods: ['sc@4', 'asc-beta@4'], questions: 20 }
/** Rounds are tried again after 1, 2 and 4 s; the third failure makes it stuck. */
const STUCK_WITHIN_MS = 30_000
const WATCHED_MS = 20_000

let fleet: TestFleet | undefined
afterEach(() => fleet?.stop())

const breakRounds = () => fleet?.sql('ALTER TABLE verdict ADD CONSTRAINT broken CHECK (false) NOT VALID')
const mendRounds = () => fleet?.sql('ALTER TABLE verdict DROP CONSTRAINT broken')

it(
  'says that rounds fail and why, ever more seldom; goes on as if nothing had been once they can, or is cancelled',
  { timeout: 240_000 },
  async () => {
    fleet = await TestFleet.start({ redis: null, workers: 1 })
    const calm = await fleet.ended((await fleet.submit(SPEC)).id)
    await breakRounds()
    const [one, other] = [await fleet.submit(SPEC), await fleet.submit({ ...SPEC, seed: 8 })]
    const stuck = await fleet.until(one.id, ({ status }) => status === 'stuck', STUCK_WITHIN_MS)
    expect(stuck.reason).toMatchObject({ kind: 'rounds_fail', why: expect.stringContaining('broken') })
    await fleet.until(other.id, ({ status }) => status === 'stuck', STUCK_WITHIN_MS)
    const linesOf = () =>
      fleet?.coordinators[0]
        ?.said()
        .split('\n')
        .filter((line) => line.includes('broken')).length ?? 0
    const before = linesOf()
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS))
    // Two evaluations, each tried after 4, 8, 16 … s by now.
    expect(linesOf() - before).toBeLessThanOrEqual(8)
    expect((await createClient({ url: fleet.api }).call(CancelEvaluation, { path: { id: other.id } })).status).toBe(
      'cancelled',
    )
    await mendRounds()
    const ended = await fleet.ended(one.id)
    expect({ status: ended.status, digest: ended.digest }).toEqual({ status: 'done', digest: calm.digest })
  },
)
