import type { PoolHistory, PoolHistoryFile, PoolWindow } from '@cges-fleet/core'
import {
  type Database,
  databaseTime,
  type Db,
  NOTE_SECONDS,
  type PointsWanted,
  type PoolPoint,
  type PoolViewer,
  selectTeamWaits,
  selectPoolPoints,
  selectPoolWorkers,
  selectTeamPoints,
  selectWorkerPoints,
  selectWorkerSpans,
} from '@cges-fleet/db'
import { type CsvCell, csvLine } from '@cges-fleet/formats'
import { sharesOver, teamSeries, waitSeries, workerChanges, workerSeries } from './history-series.js'
import { gridFrom, meansOf, sumBy, type TimeGrid, timeGrid, WINDOW_STEPS } from './time-grid.js'

/** The most workers whose load is shown, whose state is listed, and whose presence is read. */
const MOST_LANES = 40
const MOST_CREW = 200
const MOST_SPANS = 5000

/** Longer than any point is kept: all of them are one bin. */
const ONE_BIN = 10 * 365 * 86_400

interface HistoryQuery {
  readonly pool: string
  readonly window: PoolWindow
  readonly viewer: PoolViewer
}

/** Loads the history of a pool over a window: all teams' from `shared`, the caller's own waits from its team's view. */
export async function loadHistory(
  shared: Db,
  teamView: Database,
  { pool, window, viewer }: HistoryQuery,
): Promise<Omit<PoolHistory, 'provenance'>> {
  const now = (await databaseTime(shared)).getTime()
  const steps = WINDOW_STEPS[window]
  const wanted: PointsWanted = { pool, step: steps.step, from: gridFrom(steps, now) }
  const points = await selectPoolPoints(shared, wanted)
  const grid = timeGrid(steps, points, now)
  const teams = await selectTeamPoints(shared, wanted, steps.bin)
  const spans = await selectWorkerSpans(shared, wanted, MOST_SPANS)
  const lanes = spans.slice(0, MOST_LANES).map(({ id }) => id)
  const busy = await selectWorkerPoints(shared, wanted, steps.bin, lanes)
  const since = (seconds: number, step: number) =>
    selectTeamPoints(shared, { pool, step, from: new Date(now - seconds * 1000) }, ONE_BIN)
  const teamWaits = await selectTeamWaits(teamView, viewer.team, wanted)
  const viewerName = teams.find(({ id }) => id === viewer.team)?.team ?? null
  return {
    pool,
    window,
    stepSeconds: steps.bin,
    at: grid.starts.map((start) => new Date(start).toISOString()),
    ...fleetSeries(grid, points),
    waits: [...(viewerName === null ? [] : [waitSeries(grid, viewerName, teamWaits)]), waitSeries(grid, null, points)],
    teams: teamSeries(grid, teams, viewer),
    workers: workerSeries(grid, lanes, busy),
    workersTotal: spans.length,
    changes: workerChanges(grid, spans, now, steps.step),
    shares: [sharesOver('5min', await since(300, 10), viewer), sharesOver('24h', await since(86_400, 600), viewer)],
    crew: await selectPoolWorkers(shared, pool, MOST_CREW),
  }
}

function fleetSeries(
  grid: TimeGrid,
  points: readonly PoolPoint[],
): Pick<PoolHistory, 'slots' | 'busy' | 'ready' | 'wanted' | 'tokensPerSecond'> {
  const means = (value: (point: PoolPoint) => number) => meansOf(grid, sumBy(points, grid.binOf, value))
  const slots = means((point) => point.slots)
  const ready = means((point) => point.ready)
  const depth = means(({ usable }) => usable)
  const last = points.findLast((point) => point.ready > 0)
  const usual = last === undefined ? null : last.slots / last.ready
  return {
    slots,
    ready,
    busy: means(({ active }) => active),
    tokensPerSecond: means(({ tokens }) => tokens / NOTE_SECONDS),
    wanted: depth.map((work, at) => {
      const of = slots[at] ?? null
      const by = ready[at] ?? null
      const each = of !== null && by !== null && by > 0 ? of / by : usual
      return work === null || each === null || each === 0 ? null : Math.ceil(work / each)
    }),
  }
}

type Series = readonly (number | null)[]

/** Writes a pool's history as a file: CSV has one line a step, JSON all there is. */
export function historyFile(file: PoolHistoryFile, history: PoolHistory): string {
  if (file === 'history.json') {
    return `${JSON.stringify({ schema: 1, generatedAt: new Date().toISOString(), ...history })}\n`
  }
  const columns = columnsOf(history)
  const head = csvLine(['pool', 'answered_by', 'from', 'seconds', ...columns.map(([name]) => name)])
  const rows = history.at.map((at, step) => {
    const cells: CsvCell[] = columns.map(([, series]) => series[step] ?? null)
    return csvLine([history.pool, history.provenance, at, history.stepSeconds, ...cells])
  })
  return [head, ...rows].join('')
}

function columnsOf({ slots, busy, ready, wanted, tokensPerSecond, waits, teams, workers }: PoolHistory) {
  const columns: (readonly [string, Series])[] = [
    ['slots', slots],
    ['slots_busy', busy],
    ['workers_ready', ready],
    ['workers_asked_for', wanted],
    ['tokens_per_second', tokensPerSecond],
    ...waits.flatMap(({ team, p50, p95, oldest }): (readonly [string, Series])[] => [
      [`wait_p50_seconds of ${team ?? 'all teams'}`, p50],
      [`wait_p95_seconds of ${team ?? 'all teams'}`, p95],
      [`longest_still_waiting_seconds of ${team ?? 'all teams'}`, oldest],
    ]),
    ...teams.flatMap(({ team, queued, busy }): (readonly [string, Series])[] => [
      [`queued of ${team ?? 'other teams'}`, queued],
      [`busy of ${team ?? 'other teams'}`, busy],
    ]),
    ...workers.map(({ id, busy }) => [`busy share of worker ${id}`, busy] as const),
  ]
  return columns
}
