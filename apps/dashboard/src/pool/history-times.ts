import type { PoolHistory } from '@cges-fleet/core'
import type { Times } from '../charts/times'
import { formatCount } from '../format/format-count'
import { formatInstant } from '../format/format-instant'
import { formatShare } from '../format/format-share'
import type { TableText } from '../format/table/table-text'
import { seconds } from './history-findings'
import { workerName } from './worker-name'

const axisOf = ({ at, stepSeconds }: PoolHistory) => ({ at, stepSeconds })

/** The share of each worker's slots that drew. */
export function busyTimes(history: PoolHistory): Times {
  return {
    ...axisOf(history),
    series: history.workers.map(({ id, busy }) => ({ key: id, name: workerName(id), values: busy })),
    yLabel: 'workers',
    format: (share) => `${formatShare(share)} of its slots busy`,
  }
}

/** The calls of each team that wait for a slot. */
export function queueTimes(history: PoolHistory): Times {
  return {
    ...axisOf(history),
    series: history.teams.map(({ team, queued }) => ({
      key: team ?? '',
      name: team ?? 'other teams',
      values: queued,
    })),
    yLabel: 'could run',
    format: tenths,
    tickFormat: compact,
  }
}

/** How long calls waited for a slot: the reader's own team's, if it had work here. */
export function waitTimes(history: PoolHistory): Times {
  const [own] = history.waits
  return {
    ...axisOf(history),
    series:
      own === undefined
        ? []
        : [
            { key: 'p50', name: 'median of those begun', values: own.p50 },
            { key: 'p95', name: '95th percentile', values: own.p95 },
            { key: 'oldest', name: 'longest still waiting', values: own.oldest },
          ],
    yLabel: 'waited',
    format: seconds,
    tickFormat: (value) => (value === 0 ? '0' : seconds(value)),
  }
}

/** Workers present and wanted, with marks where some joined or left. */
export function scalerTimes(history: PoolHistory): Times {
  return {
    ...axisOf(history),
    series: [
      { key: 'ready', name: 'ready', values: history.ready },
      { key: 'wanted', name: 'asked for', values: history.wanted },
    ],
    marks: history.changes.map(({ at, came, left }) => ({ at, text: changeWords(came, left) })),
    yLabel: 'workers',
    format: tenths,
    tickFormat: compact,
  }
}

/** The same as a table, a line a step. */
export function timesTable({ at, series, format, zone }: Times): TableText {
  return {
    columns: ['From', ...series.map(({ name }) => name)],
    rows: at.map((from, step) => [
      formatInstant(from, zone),
      ...series.map(({ values }) => {
        const value = values[step] ?? null
        return value === null ? '—' : format(value)
      }),
    ]),
  }
}

function changeWords(came: number, left: number): string {
  return [came > 0 ? `${came} came` : '', left > 0 ? `${left} went` : ''].filter((words) => words !== '').join(', ')
}

function tenths(value: number): string {
  return Number.isInteger(value) || value >= 100 ? formatCount(Math.round(value)) : value.toFixed(1)
}

function compact(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  return value >= 1000 ? `${value / 1000}k` : String(value)
}
