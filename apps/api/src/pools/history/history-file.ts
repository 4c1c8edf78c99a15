import type { PoolHistory, PoolHistoryFile } from '@cges-fleet/core'
import { type CsvCell, csvLine } from '@cges-fleet/formats'

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
