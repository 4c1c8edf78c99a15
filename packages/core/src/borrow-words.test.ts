import { expect, it } from 'vitest'
import { borrowWords } from './borrow-words.js'
import type { Waits } from './schemas/notes.js'
import type { PoolShare } from './schemas/pool.js'

const team = (active: number, changes: Partial<PoolShare> = {}): PoolShare => ({
  team: null,
  own: false,
  weight: 1,
  entitlement: 0.5,
  reserved: 0,
  share: null,
  evaluations: 1,
  active,
  waiting: 0,
  backlog: 0,
  usable: active,
  ...changes,
})
const UNDER_WAY: Waits = { kind: 'under-way', counts: { free: 0, slots: 8 }, why: null }
const LIMIT: Waits = { kind: 'team-limit', counts: { most: 2, inFlight: 1, slots: 8 }, why: 'samplesInFlight' }
const words = (own: PoolShare, ...others: PoolShare[]) =>
  borrowWords({ slots: 8, teams: [{ ...own, own: true }, ...others] }, UNDER_WAY)

const held = (waits: Waits, waiting = 0) =>
  borrowWords({ slots: 8, teams: [team(1, { own: true, backlog: 90, waiting }), team(7)] }, waits)

it('says what a team borrows of idle share, and when it goes back', () => {
  expect(words(team(6), team(1))).toBe(
    'Your team uses 6 slots, and its share is 4. It borrows 2 that other teams leave. They go back as your samples end, when others have work.',
  )
})

it('says what others borrow of a team’s share, and when it gets that back', () => {
  expect(words(team(1), team(7))).toBe(
    'Your team uses 1 of the 4 slots of its share. Other teams borrow 3. You get them back as their samples end, once your team has more work.',
  )
  expect(words(team(3, { waiting: 9 }), team(5))).toBe(
    'Your team uses 3 of the 4 slots of its share. Other teams borrow 1. You get it back as their samples end.',
  )
})

it('says that a limit or caps keep a team from the rest of its share, and no more work of it would', () => {
  const lent = 'Your team uses 1 of the 4 slots of its share. Other teams borrow 3.'
  expect(held(LIMIT)).toBe(`${lent} Your team’s limit is 2 samples in flight, so it cannot use the rest of its share.`)
  expect(held({ kind: 'team-limit', counts: { most: 9, inFlight: 1, slots: 8 }, why: 'tokensToday' })).toBe(
    `${lent} Your team’s limits allow no more samples now, so it cannot use the rest of its share.`,
  )
  expect(held({ kind: 'caps', counts: { evaluations: 1 }, why: null })).toBe(
    `${lent} The caps of its evaluations allow no more samples, so it cannot use the rest of its share.`,
  )
  // Enough of it waits to use all of its share, or is still to be planned.
  for (const text of [held(LIMIT, 3), held(UNDER_WAY)])
    expect(text).toBe(`${lent} You get them back as their samples end.`)
})

it('says nothing of less than a slot, of slots that are free, or where no other team has work', () => {
  expect(words(team(4), team(4))).toBeNull()
  expect(words(team(5, { entitlement: 0.55 }), team(3, { entitlement: 0.45 }))).toBeNull()
  expect(words(team(1), team(2))).toBeNull()
  expect(words(team(6, { entitlement: 1 }))).toBeNull()
  expect(borrowWords({ slots: 8, teams: [team(8)] }, UNDER_WAY)).toBeNull()
})
