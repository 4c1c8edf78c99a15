import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Claim,
  claimCalls,
  type ClaimedDraw,
  type DataSource,
  landSamples,
  newId,
  renewLeases,
  returnExpiredLeases,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  PATIENT,
  questions,
  round,
  select,
  selectOne,
  submit,
  TERMS,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

/** The calls of an evaluation's first samples, one a question. */
async function planned(db: DataSource, count: number, caps?: { calls: number }): Promise<string[]> {
  const changes = caps === undefined ? {} : { caps }
  await round(db, await submit(db, { methods: ['sc@1'], benchmark: { questions: questions(count) }, changes }))
  return (await select<{ id: string }>(db, 'SELECT id FROM call ORDER BY id')).map(({ id }) => id)
}

const claimsOf = (calls: readonly string[]) => calls.map((callId) => ({ callId, claim: newId() }))
const fences = (claimed: Awaited<ReturnType<typeof claimCalls>>) => claimed.map((call) => call?.fence ?? null)
const attemptsOf = (claims: readonly Claim[]) => claims.map((claim) => ({ ...claim, fence: 1 }))
const at = (calls: readonly string[], place: number): string => calls[place] ?? ''

it('claims many at once, each for whoever asked, and one call for one of two', async () => {
  const db = database()
  const calls = await planned(db, 5)
  await claim(db, { callId: at(calls, 1) })
  const claims = claimsOf([at(calls, 3), at(calls, 0), newId(), at(calls, 1), at(calls, 0), at(calls, 2)])
  const claimed = await claimCalls(db, claims, TERMS)
  expect([0, 2, 3, 5].map((place) => claimed[place]?.callId ?? null)).toEqual([at(calls, 3), null, null, at(calls, 2)])
  expect([claimed[1], claimed[4]].filter((call) => call != null)).toMatchObject([{ callId: at(calls, 0), fence: 1 }])
  // A retry whose first answer was lost finds what it has; nobody else does.
  expect(await claimCalls(db, claims, TERMS)).toEqual(claimed)
  expect(fences(await claimCalls(db, claimsOf(calls), TERMS))).toEqual([null, null, null, null, 1])
})

it('pays for redeliveries together no more than there is, whoever claims beside', async () => {
  const db = database()
  const calls = await planned(db, 8, { calls: 10 })
  for (let crash = 0; crash < 14; crash++) {
    const both = [calls, [...calls].toReversed()].map((each) =>
      claimCalls(db, claimsOf(each), { ...TERMS, worker: PATIENT }),
    )
    await Promise.all(both)
    await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE state = 'leased'`)
    await returnExpiredLeases(db)
  }
  const { attempts, redelivered, redeliveries } = await selectOne<Record<string, number>>(
    db,
    'SELECT (SELECT count(*)::int FROM call_ledger) AS attempts, redelivered, redeliveries FROM spending',
  )
  expect(redelivered).toBe(redeliveries)
  expect(attempts).toBe(8 + Number(redeliveries))
})

it('lands together what is held, late, told before or not charged, each with its own text', async () => {
  const db = database()
  const calls = await planned(db, 4)
  const held = await Promise.all(calls.map((callId) => claim(db, { callId })))
  let again: ClaimedDraw | undefined
  const landingOf = (place: number, fence = 1, changes = {}) => {
    const text = `the answer to ${place}`
    return {
      callId: at(calls, place),
      fence,
      claim: (fence === 2 ? again : held[place])?.claim ?? newId(),
      gpuMs: 8,
      drawn: drawn(`${place}`, {
        body: { text, reasoning: null, tokenIds: Buffer.from([place]), logprobs: null },
        ...changes,
      }),
    }
  }
  expect(await landSamples(db, [landingOf(0)])).toEqual([true])
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE id = $1`, [at(calls, 1)])
  await returnExpiredLeases(db)
  again = await claim(db, { callId: at(calls, 1) })
  const undrawn = { outcome: 'infra_error', error: 'reset', body: null }
  const together = [
    landingOf(3),
    landingOf(1, 1),
    landingOf(2, 1, undrawn),
    landingOf(0),
    landingOf(1, 2),
    landingOf(2, 7),
  ]
  expect(await landSamples(db, together)).toEqual([true, false, true, true, true, false])
  const bodies = await select(
    db,
    `SELECT k.id, b.text, b.token_ids AS ids FROM sample_body b JOIN call k USING (trial_id, index)`,
  )
  const bodyOf = (place: number) => ({
    id: at(calls, place),
    text: `the answer to ${place}`,
    ids: Buffer.from([place]),
  })
  expect(bodies).toHaveLength(3)
  expect(bodies).toEqual(expect.arrayContaining([0, 1, 3].map(bodyOf)))
  const ledger = await select(db, `SELECT call_id AS id, fence, state FROM call_ledger ORDER BY call_id, fence`)
  const states = [['settled'], ['discarded', 'settled'], ['failed'], ['settled']]
  expect(ledger).toEqual(
    states.flatMap((of, place) => of.map((state, n) => ({ id: held[place]?.callId, fence: n + 1, state }))),
  )
})

const WAITING = `
SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

/** What locks many calls, given them from the last to the first. */
const LOCKING = {
  'a claim': (db: DataSource, claims: readonly Claim[]) => claimCalls(db, claims, TERMS),
  'a renewal': (db: DataSource, claims: readonly Claim[]) => renewLeases(db, attemptsOf(claims), 60_000),
  'a landing': (db: DataSource, claims: readonly Claim[]) =>
    landSamples(
      db,
      attemptsOf(claims).map((attempt) => ({ ...attempt, drawn: drawn('1') })),
    ),
}

it.each(Object.entries(LOCKING))(
  'has %s lock calls in the order of their ids, so that none waits in a circle',
  async (what, lock) => {
    const db = database()
    const calls = await planned(db, 40)
    const claims = claimsOf(calls)
    if (what !== 'a claim') await claimCalls(db, claims, TERMS)
    const last = at(calls, calls.length - 1)
    // Where rows lie is not their order either.
    await db.query('UPDATE call SET tag = tag WHERE id = $1', [at(calls, 0)])
    let under: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM call WHERE id = $1 FOR UPDATE', [at(calls, 0)])
      under = lock(db, claims.toReversed())
      while ((await select(db, WAITING)).length === 0) await sleep(5)
      expect(await select(db, 'SELECT id FROM call WHERE id = $1 FOR UPDATE NOWAIT', [last])).toEqual([{ id: last }])
    })
    await under
  },
)
