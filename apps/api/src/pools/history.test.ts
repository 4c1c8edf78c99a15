import { type PoolPoint, type TeamPoint, waitSeconds } from '@cges-fleet/db'
import { describe, expect, it } from 'vitest'
import { sharesOver, teamSeries, waitQuantile, workerChanges, workerSeries } from './history-series.js'
import { historyFile } from './history.js'
import { meansOf, sumBy, timeGrid, WINDOW_STEPS } from './time-grid.js'

const NOW = 1_800_000_000_000
const QUARTER = WINDOW_STEPS['15min']

function point(secondsAgo: number, changes: Partial<PoolPoint> = {}): PoolPoint {
  const still = {
    known: 1,
    ready: 1,
    slots: 4,
    active: 0,
    waiting: 0,
    backlog: 0,
    usable: 0,
    tokens: 0,
    oldestMs: 0,
    waits: [],
  }
  return { at: NOW - secondsAgo * 1000, notes: 1, ...still, ...changes }
}

const gridOf = (points: readonly PoolPoint[]) => timeGrid(QUARTER, points, NOW)
const slotsOf = (points: readonly PoolPoint[]) => {
  const grid = gridOf(points)
  return meansOf(
    grid,
    sumBy(points, grid.binOf, ({ slots }) => slots),
  )
}

describe('a window of points', () => {
  it('holds the last note of a pool that stands still until the next is due, and no longer', () => {
    const still = slotsOf([point(300, { notes: 6, slots: 24 })])
    expect(still.filter((slots) => slots === 4)).toHaveLength(10)
    const empty = slotsOf([point(890, { known: 0, notes: 60, slots: 0 })])
    expect(empty.filter((slots) => slots === 0)).toHaveLength(64)
    const busy = slotsOf([point(300, { active: 1 })])
    expect(busy.filter((slots) => slots !== null)).toHaveLength(4)
  })

  it('is told by a point before it where that still holds', () => {
    expect(slotsOf([point(930, { notes: 6, slots: 24 })])[0]).toBe(4)
    expect(slotsOf([point(1200, { notes: 6, slots: 24 })])[0]).toBeNull()
  })
})

const team = (name: string, active: number, entitled: number): TeamPoint => ({
  team: name,
  id: name as TeamPoint['id'],
  at: NOW,
  notes: 1,
  active,
  waiting: 1,
  backlog: 2,
  entitled,
})

describe('teams', () => {
  const points = [team('a', 6, 3), team('b', 2, 4), team('c', 1, 2)]

  it('are told apart to those who run pools alone', () => {
    const viewer = { team: 'a' as TeamPoint['id'], apart: false }
    const grid = gridOf([point(0)])
    expect(teamSeries(grid, points, viewer).map(({ team, own }) => [team, own])).toEqual([
      ['a', true],
      [null, false],
    ])
    expect(teamSeries(grid, points, viewer).map(({ queued }) => queued.at(-1))).toEqual([3, 6])
    expect(teamSeries(grid, points, { ...viewer, apart: true }).map(({ team }) => team)).toEqual(['a', 'b', 'c'])
  })

  it('are held to what their weights entitle them to', () => {
    const shares = sharesOver('5min', points, { team: 'b' as TeamPoint['id'], apart: true })
    expect(shares.teams[0]).toEqual({ team: 'b', own: true, share: 2 / 9, entitlement: 4 / 9 })
    // Two, a half and a half of what each was entitled to: 9 / (3 × 4.5).
    expect(shares.jain).toBeCloseTo(9 / 13.5, 12)
    expect(sharesOver('24h', [], { team: 'b' as TeamPoint['id'], apart: true })).toEqual({
      over: '24h',
      jain: null,
      teams: [],
    })
  })
})

it('tells a quantile of waits to within the place it fell in', () => {
  const waits = Array.from({ length: 40 }, (_, place) => (place === 10 ? 90 : place === 20 ? 10 : 0))
  const median = waitQuantile([waits], 0.5) ?? 0
  expect(median).toBeGreaterThan(waitSeconds(9))
  expect(median).toBeLessThanOrEqual(waitSeconds(10))
  expect(waitQuantile([waits, waits], 0.95)).toBeGreaterThan(waitSeconds(19))
  expect(waitQuantile([[0, 0]], 0.5)).toBeNull()
})

it('tells workers that came and went from those that were there all along', () => {
  const grid = gridOf([point(600), point(0)])
  const spans = [
    { id: 'stays', first: NOW - 1_500_000, last: NOW },
    { id: 'came', first: NOW - 600_000, last: NOW },
    { id: 'left', first: NOW - 1_500_000, last: NOW - 300_000 },
  ]
  const changes = workerChanges(grid, spans, NOW, 10)
  expect(changes.map(({ came, left }) => [came, left])).toEqual([
    [1, 0],
    [0, 1],
  ])
  const [series] = workerSeries(grid, ['came'], [{ id: 'came', at: NOW, active: 3, slots: 4 }])
  expect(series?.busy.at(-1)).toBe(0.75)
  expect(series?.busy[0]).toBeNull()
})

it('writes no formula into a spreadsheet, whatever a team is called', () => {
  const text = historyFile('history.csv', {
    pool: 'gpu',
    provenance: 'model',
    window: '1h',
    stepSeconds: 30,
    at: ['2026-01-01T00:00:00.000Z'],
    slots: [4],
    busy: [null],
    ready: [1],
    wanted: [1],
    tokensPerSecond: [0.5],
    waits: [],
    teams: [{ team: '=HYPERLINK("x")', own: true, queued: [1], busy: [2] }],
    workers: [],
    workersTotal: 0,
    changes: [],
    shares: [],
    crew: [],
  })
  const [head, row] = text.trimEnd().split(/\r?\n/)
  expect(head).toContain(`"queued of =HYPERLINK`)
  expect(head).not.toMatch(/(?:^|,)"?=/)
  expect(row).toBe('"gpu","model","2026-01-01T00:00:00.000Z",30,4,,1,1,0.5,1,2')
})
