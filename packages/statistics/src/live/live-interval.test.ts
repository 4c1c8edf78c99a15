import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ClosedPrefix, liveCalls, liveChance, liveInterval } from './live-interval.js'

const prefixes = (most: number) =>
  fc.integer({ min: 1, max: most }).chain((trials) =>
    fc.integer({ min: 1, max: trials }).chain((closed) =>
      fc.integer({ min: 0, max: closed - 1 }).chain((unknown) =>
        fc.record({
          trials: fc.constant(trials),
          closed: fc.constant(closed),
          unknown: fc.constant(unknown),
          right: fc.integer({ min: 0, max: closed - unknown }),
        }),
      ),
    ),
  )

const known = (trials: number, closed: number, right: number): ClosedPrefix => ({ trials, closed, right, unknown: 0 })

/** The chance of `seen` right if an urn of `n`, `right` of them right, is drawn from `count` times, draw by draw. */
function chance(n: number, right: number, count: number, seen: number): number {
  let chances = [1]
  for (let drawn = 0; drawn < count; drawn += 1) {
    chances = Array.from({ length: drawn + 2 }, (_, was) => {
      const hit = was > 0 ? ((chances[was - 1] ?? 0) * (right - was + 1)) / (n - drawn) : 0
      const miss = ((chances[was] ?? 0) * Math.max(0, n - right - drawn + was)) / (n - drawn)
      return hit + miss
    })
  }
  return chances[seen] ?? 0
}

/** Every total that is kept, by trying them all. */
function keptTotals({ trials, closed, right }: ClosedPrefix): number[] {
  return Array.from({ length: trials - closed + 1 }, (_, more) => right + more).filter(
    (total) => chance(trials, total, closed, right) * (closed + 1) > 0.05,
  )
}

it.each([
  { trials: 240, closed: 24, right: 22, limits: [65.4, 99.2] },
  { trials: 240, closed: 60, right: 54, limits: [75.4, 97.1] },
  { trials: 240, closed: 120, right: 108, limits: [81.7, 94.6] },
  { trials: 1319, closed: 131, right: 118, limits: [79.6, 96.3] },
  { trials: 1319, closed: 329, right: 296, limits: [84.1, 94.2] },
])('says where a run of $trials with $right right of $closed closed will end', ({ trials, closed, right, limits }) => {
  const { value, low, high, n } = liveInterval(known(trials, closed, right))
  expect([low, high].map((share) => Math.round(1000 * share) / 10)).toEqual(limits)
  expect([value, n]).toEqual([right / closed, closed])
})

it('keeps what trying every total keeps', () => {
  for (const trials of [1, 2, 3, 7, 20, 41]) {
    for (let closed = 1; closed <= trials; closed += 1) {
      for (let right = 0; right <= closed; right += 1) {
        const { low, high } = liveInterval(known(trials, closed, right))
        const kept = keptTotals(known(trials, closed, right))
        expect([Math.round(low * trials), Math.round(high * trials)]).toEqual([kept[0], kept.at(-1)])
        expect(kept).toHaveLength(Math.round((high - low) * trials) + 1)
      }
    }
  }
})

it('holds the share seen, and is exact once every trial is closed', () => {
  fc.assert(
    fc.property(prefixes(20_000), ({ trials, closed, right }) => {
      const { low, high } = liveInterval(known(trials, closed, right))
      expect(Math.floor(low * trials * closed)).toBeLessThanOrEqual(right * trials + closed)
      expect(Math.ceil(high * trials * closed)).toBeGreaterThanOrEqual(right * trials - closed)
      const done = liveInterval(known(closed, closed, right))
      expect([done.low, done.high]).toEqual([right / closed, right / closed])
    }),
  )
})

it('is mirrored where right and wrong are', () => {
  fc.assert(
    fc.property(prefixes(5000), ({ trials, closed, right }) => {
      const one = liveInterval(known(trials, closed, right))
      const other = liveInterval(known(trials, closed, closed - right))
      expect(one.low).toBeCloseTo(1 - other.high, 9)
      expect(one.high).toBeCloseTo(1 - other.low, 9)
    }),
  )
})

it('moves up with one more right, and takes what is not known both ways', () => {
  fc.assert(
    fc.property(prefixes(5000), ({ trials, closed, right, unknown }) => {
      const wrong = liveInterval(known(trials, closed, right))
      const all = liveInterval(known(trials, closed, right + unknown))
      expect(wrong.low).toBeLessThanOrEqual(all.low)
      expect(wrong.high).toBeLessThanOrEqual(all.high)
      const { value, low, high, n } = liveInterval({ trials, closed, right, unknown })
      expect([low, high, n]).toEqual([wrong.low, all.high, closed])
      expect(value).toBe(right / (closed - unknown))
    }),
  )
})

it('refuses counts that cannot be', () => {
  const possible = { trials: 10, closed: 4, right: 2, unknown: 1 }
  for (const wrong of [{ closed: 0 }, { closed: 11 }, { right: 4 }, { right: -1 }, { unknown: 4 }, { right: 1.5 }]) {
    expect(() => liveInterval({ ...possible, ...wrong }), JSON.stringify(wrong)).toThrow(RangeError)
  }
})

const charges = fc.integer({ min: 1, max: 1024 }).chain((budget) =>
  fc.record({
    budget: fc.constant(budget),
    calls: fc.array(fc.integer({ min: 1, max: budget }), { minLength: 1, maxLength: 200 }),
    open: fc.nat(500),
    blocked: fc.nat(5),
  }),
)

const byCalls = (calls: readonly number[]) => calls.map((each) => ({ calls: each, resolved: 1 }))
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

it('holds the mean so far, within what can be charged', () => {
  fc.assert(
    fc.property(charges, ({ budget, calls, open, blocked }) => {
      const closed = calls.length + blocked
      const { low, high } = liveCalls({ trials: closed + open, closed, byCalls: byCalls(calls), budget })
      const mean = meanOf(calls)
      expect(low).toBeGreaterThanOrEqual(1 - 1e-9)
      expect(high).toBeLessThanOrEqual(budget + 1e-9)
      expect(low).toBeLessThanOrEqual(mean + budget / closed)
      expect(high).toBeGreaterThanOrEqual(mean - budget / closed)
    }),
  )
})

it('is the mean itself once every trial is closed, where no step holds several calls', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 100 }), (calls) => {
      const { low, high } = liveCalls({
        trials: calls.length,
        closed: calls.length,
        byCalls: byCalls(calls),
        budget: 16,
      })
      expect(low).toBeCloseTo(meanOf(calls), 9)
      expect(high).toBeCloseTo(meanOf(calls), 9)
    }),
  )
})

const charged = (calls: number, budget: number) =>
  liveCalls({ trials: 240, closed: 60, byCalls: [{ calls, resolved: 60 }], budget })

it('is the budget where every trial is charged that, and one where one is all there is', () => {
  expect(charged(1, 1)).toEqual({ low: 1, high: 1 })
  expect(charged(16, 16).high).toBe(16)
  expect(charged(16, 16).low).toBeGreaterThan(13)
})

it('says, with a quarter of 240 trials closed, less than ± 3 calls of 16', () => {
  const calls = Array.from({ length: 60 }, (_, at) => 2 + (at % 8))
  const { low, high } = liveCalls({ trials: 240, closed: 60, byCalls: byCalls(calls), budget: 16 })
  expect(meanOf(calls)).toBeCloseTo(5.37, 2)
  expect(high - low).toBeLessThan(6)
})

it('estimates a chance as the share of a run without an end', () => {
  for (const [tries, events] of [
    [1, 0],
    [1, 1],
    [12, 3],
    [300, 4],
    [300, 299],
  ] as const) {
    const chance = liveChance({ tries, events })
    const share = liveInterval(known(20_000_000, tries, events))
    expect(chance.low).toBeCloseTo(share.low, 4)
    expect(chance.high).toBeCloseTo(share.high, 4)
    expect([chance.value, chance.n]).toEqual([share.value, share.n])
  }
  expect(liveChance({ tries: 0, events: 0 })).toMatchObject({ low: 0, high: 1, n: 0 })
})

it('misses a chance at some look in few of many runs', () => {
  let state = 7
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const [runs, chance] = [400, 0.04]
  let missed = 0
  for (let run = 0; run < runs; run += 1) {
    let events = 0
    let out = false
    for (let tries = 1; tries <= 500 && !out; tries += 1) {
      events += next() < chance ? 1 : 0
      const { low, high } = liveChance({ tries, events })
      out = chance < low || high < chance
    }
    missed += out ? 1 : 0
  }
  expect(missed / runs).toBeLessThan(0.05)
})
