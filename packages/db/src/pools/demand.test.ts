import type { MethodSpec } from '@cges-fleet/methods'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TeamId } from '../ids.js'
import { teamRoom } from '../teams/limits.js'
import { type EvaluationDemand, teamDemand } from './demand.js'

const SC: MethodSpec = { method: 'sc', budget: 3 }
const orNull = (most: number) => fc.option(fc.integer({ min: -5, max: most }), { nil: null })

const evaluations = fc.array(
  fc.record({
    pool: fc.constantFrom('a', 'b', 'c'),
    waiting: fc.nat(20),
    active: fc.nat(20),
    fresh: fc.nat(50),
    idle: fc.nat(10),
    callsPerSample: fc.constantFrom(1, 2),
    tokensPerCall: fc.integer({ min: 1, max: 500 }),
    callsLeft: orNull(100),
    capTokensLeft: orNull(20_000),
  }),
  { minLength: 1, maxLength: 8 },
)

const limits = fc.record({
  roomInFlight: orNull(60),
  tokensLeft: orNull(50_000),
  tokensReserved: fc.nat(10_000),
  gpuMsLeft: orNull(40_000),
  gpuMsLanded: fc.nat(5000),
  bytesLeft: orNull(3),
  inFlight: fc.nat(30),
})

const costs = fc.record({ a: orNull(900), b: orNull(900), c: orNull(900) })

/** Running evaluations of one team. */
const team = fc.tuple(evaluations, limits, costs).map(([rows, limit, gpuMs]) =>
  rows.map((row): EvaluationDemand => ({
    ...row,
    ...limit,
    gpuMs: gpuMs[row.pool as 'a'],
    teamId: 'team' as TeamId,
    team: 'team',
    weight: 1,
    methods: [SC],
  })),
)

const wantedBy = ({ fresh, idle }: EvaluationDemand) => 3 * fresh + idle
const capsAllow = ({ callsLeft, capTokensLeft, tokensPerCall, callsPerSample }: EvaluationDemand) =>
  Math.max(0, Math.floor(Math.min(callsLeft ?? Infinity, (capTokensLeft ?? Infinity) / tokensPerCall) / callsPerSample))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

it('allows one evaluation what its caps and its team’s room allow a round to plan', () => {
  fc.assert(
    fc.property(team, (rows) => {
      const [row] = rows as [EvaluationDemand]
      const room = teamRoom({ ...row, mostTokens: row.tokensPerCall * row.callsPerSample })
      const planned = Math.min(wantedBy(row), capsAllow(row), room.samples)
      expect(teamDemand([row])).toMatchObject([{ usable: row.waiting + row.active + planned, backlog: wantedBy(row) }])
    }),
    { numRuns: 1000 },
  )
})

const within = (left: number | null, amount: number) =>
  expect(amount).toBeLessThanOrEqual(Math.max(0, left ?? Infinity) * (1 + 1e-5))

it('allows all pools of a team together no more than its limits would, and no pool more than it wants', () => {
  fc.assert(
    fc.property(team, (rows) => {
      const [first] = rows as [EvaluationDemand]
      const pools = teamDemand(rows)
      const started = pools.map((pool) => pool.usable - pool.waiting - pool.active)
      const least = (pool: string, cost: (row: EvaluationDemand) => number) =>
        Math.min(...rows.filter((row) => row.pool === pool && wantedBy(row) > 0).map(cost))
      const used = (cost: (row: EvaluationDemand) => number) =>
        sum(pools.map(({ pool }, at) => ((started[at] ?? 0) === 0 ? 0 : (started[at] ?? 0) * least(pool, cost))))
      within(first.roomInFlight, sum(started))
      within(first.bytesLeft, first.bytesLeft !== null && first.bytesLeft <= 0 ? sum(started) : 0)
      within(
        first.tokensLeft === null ? null : first.tokensLeft - first.tokensReserved,
        used((row) => row.tokensPerCall * row.callsPerSample),
      )
      within(
        first.gpuMsLeft === null ? null : first.gpuMsLeft - first.gpuMsLanded,
        used((row) => Math.max(1, row.gpuMs ?? 512)),
      )
      for (const [at, { pool, backlog }] of pools.entries()) {
        const ofPool = rows.filter((row) => row.pool === pool)
        expect(started[at]).toBeGreaterThanOrEqual(0)
        expect(started[at]).toBeLessThanOrEqual(sum(ofPool.map((row) => Math.min(wantedBy(row), capsAllow(row)))))
        expect(backlog).toBe(sum(ofPool.map(wantedBy)))
      }
    }),
    { numRuns: 1000 },
  )
})

it('allows a team without limits all that it wants, and leaves other teams’ demand alone', () => {
  const rest = {
    gpuMsLanded: 0,
    roomInFlight: null,
    gpuMsLeft: null,
    bytesLeft: null,
    tokensLeft: null,
    tokensReserved: 0,
  }
  const costs = { callsPerSample: 1, tokensPerCall: 10, callsLeft: null, capTokensLeft: null, gpuMs: null, inFlight: 5 }
  const work = { pool: 'a', methods: [SC], waiting: 2, active: 3, fresh: 10, idle: 1 }
  const free: EvaluationDemand = { ...work, ...costs, ...rest, teamId: 'one' as TeamId, team: 'one', weight: 1 }
  const held = { ...free, teamId: 'two' as TeamId, team: 'two', waiting: 0, active: 1, inFlight: 1, roomInFlight: 0 }
  expect(teamDemand([free, held]).map(({ usable, backlog }) => [usable, backlog])).toEqual([
    [36, 31],
    [1, 31],
  ])
})
