import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fairTags } from './fair-queueing.js'
import { effectiveWeights, mostReserved, type Sharer, timeBeside } from './reservations.js'

const SLOTS = 16

const sharers = fc
  .array(fc.record({ weight: fc.double({ min: 0.1, max: 100, noNaN: true }), reserved: fc.nat(SLOTS) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((teams): Sharer[] => teams.map((team, at) => ({ team: `${at}`, ...team })))

function sharesOf(slots: number, teams: readonly Sharer[]): number[] {
  const weights = effectiveWeights(slots, teams)
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  return teams.map(({ team }) => (weights.get(team) ?? NaN) / sum)
}

const total = (teams: readonly Sharer[]) => teams.reduce((sum, { reserved }) => sum + reserved, 0)

it('gives every team its reserved slots at least, and no more than its weight gives where that is more', () => {
  fc.assert(
    fc.property(sharers, (teams) => {
      fc.pre(total(teams) < SLOTS)
      const shares = sharesOf(SLOTS, teams)
      const perWeight = Math.min(...shares.map((share, at) => share / (teams[at]?.weight ?? NaN)))
      for (const [at, { weight, reserved }] of teams.entries()) {
        expect(shares[at]).toBeGreaterThanOrEqual(reserved / SLOTS - 1e-9)
        expect(shares[at]).toBeLessThanOrEqual(Math.max(reserved / SLOTS, weight * perWeight) + 1e-9)
      }
    }),
  )
})

it('changes no weight without reservations, nor any of a team that has none', () => {
  fc.assert(
    fc.property(sharers, (teams) => {
      const weights = effectiveWeights(SLOTS, teams)
      for (const { team, weight, reserved } of teams) if (reserved === 0) expect(weights.get(team)).toBe(weight)
      const without = teams.map((team) => ({ ...team, reserved: 0 }))
      expect([...effectiveWeights(SLOTS, without).values()]).toEqual(teams.map(({ weight }) => weight))
    }),
  )
})

it('lets reservations of more slots than there are give way in proportion, and leaves every team a turn', () => {
  fc.assert(
    fc.property(sharers, fc.integer({ min: 0, max: SLOTS }), (teams, slots) => {
      fc.pre(total(teams) >= slots && total(teams) > 0)
      const shares = sharesOf(slots, teams)
      for (const [at, { reserved }] of teams.entries()) {
        expect(shares[at]).toBeGreaterThan(0)
        expect(shares[at]).toBeGreaterThanOrEqual((0.999 * reserved) / Math.max(slots, total(teams)) - 1e-9)
      }
    }),
  )
})

/** A pool that starts the smallest tag whenever a slot is free; each team queues at most `ahead` samples at once. */
function simulate(teams: readonly Sharer[], samples: readonly number[], steps: number) {
  const weights = effectiveWeights(SLOTS, teams)
  const left = [...samples]
  const last = teams.map(() => 0)
  let virtual = 0
  let queued: { team: number; tag: number }[] = []
  let busy: { team: number; until: number }[] = []
  const seen: { held: number[]; waiting: number[] }[] = []
  for (let at = 0; at < steps; at += 1) {
    busy = busy.filter(({ until }) => until > at)
    for (const [team, { team: name }] of teams.entries()) {
      const ahead = Math.min(left[team] ?? 0, 2 * SLOTS - queued.filter((one) => one.team === team).length)
      const tags = fairTags(
        { virtual, last: last[team] ?? 0, weight: weights.get(name) ?? 1 },
        Array.from({ length: ahead }, () => 1),
      )
      left[team] = (left[team] ?? 0) - ahead
      last[team] = tags.at(-1) ?? last[team] ?? 0
      queued.push(...tags.map((tag) => ({ team, tag })))
    }
    queued = queued.toSorted((one, other) => one.tag - other.tag || one.team - other.team)
    // A slot that is free starts a sample of one step in each; the slots are freed one after another.
    const free = SLOTS - busy.length
    for (const { team, tag } of queued.splice(0, free)) {
      virtual = Math.max(virtual, tag)
      busy.push({ team, until: at + SLOTS - (busy.length % 2) })
    }
    seen.push({
      held: teams.map((_, team) => busy.filter((one) => one.team === team).length),
      waiting: teams.map((_, team) => queued.filter((one) => one.team === team).length),
    })
  }
  return seen
}

it('holds a team’s reserved slots while it has work, lends them while it has none, and wastes no slot', () => {
  fc.assert(
    fc.property(sharers, (teams) => {
      fc.pre(total(teams) < SLOTS)
      const seen = simulate(
        teams,
        teams.map((_, at) => (at === 0 ? 400 : 4000)),
        600,
      )
      const settled = seen.slice(4 * SLOTS)
      for (const { held, waiting } of settled) {
        if (waiting.some((count) => count > 0)) expect(held.reduce((sum, count) => sum + count, 0)).toBe(SLOTS)
      }
      for (const [team, { reserved }] of teams.entries()) {
        const backlogged = settled.filter(({ waiting }) => (waiting[team] ?? 0) > 0)
        if (backlogged.length < 3 * SLOTS) continue
        const mean = backlogged.reduce((sum, { held }) => sum + (held[team] ?? 0), 0) / backlogged.length
        expect(mean).toBeGreaterThan(reserved - 1)
      }
    }),
    { numRuns: 50 },
  )
})

it('counts what is reserved at once at most, ends excluded', () => {
  const reserved = [
    { from: 0, until: 10, slots: 4 },
    { from: 5, until: 8, slots: 3 },
    { from: 10, until: 20, slots: 2 },
  ]
  expect(mostReserved(reserved, 0, 5)).toBe(4)
  expect(mostReserved(reserved, 0, 6)).toBe(7)
  expect(mostReserved(reserved, 8, 11)).toBe(4)
  expect(mostReserved(reserved, 20, 30)).toBe(0)
  expect(mostReserved([], 0, 1)).toBe(0)
})

it('takes the time that the slots left beside reservations take, whether they are coming, running or ending', () => {
  const evening = [{ from: 100, until: 200, slots: 12 }]
  expect(timeBeside([], 16, 160)).toBe(10)
  expect(timeBeside(evening, 16, 1600)).toBe(100)
  expect(timeBeside(evening, 16, 1640)).toBe(110)
  expect(timeBeside(evening, 16, 2016)).toBe(201)
  expect(timeBeside(evening, 16, 40, 150)).toBe(10)
  expect(timeBeside([{ from: 0, until: 50, slots: 16 }], 16, 16)).toBe(51)
  expect(timeBeside([], 0, 1)).toBe(Infinity)
})
