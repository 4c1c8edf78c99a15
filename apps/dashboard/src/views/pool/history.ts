import type { PoolHistory } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import type { Times } from '../../ui/charts/times'
import { formatCount, formatShare } from '../../ui/format/numbers'
import { formatDuration, formatInstant } from '../../ui/format/times'
import type { TableText } from '../../ui/table/table-text'

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
            { key: 'p50', name: 'median of those started', values: own.p50 },
            { key: 'p95', name: '95th percentile', values: own.p95 },
            { key: 'oldest', name: 'longest still waiting', values: own.oldest },
          ],
    yLabel: 'waited',
    format: seconds,
    tickFormat: (value) => (value === 0 ? '0' : seconds(value)),
  }
}

/** Workers present and those that the queued work would fill, with marks where some joined or left. */
export function scalerTimes(history: PoolHistory): Times {
  return {
    ...axisOf(history),
    series: [
      { key: 'ready', name: 'ready', values: history.ready },
      { key: 'wanted', name: 'the queue would fill', values: history.wanted },
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
  return [came > 0 ? `${came} joined` : '', left > 0 ? `${left} left` : ''].filter((words) => words !== '').join(', ')
}

function tenths(value: number): string {
  return Number.isInteger(value) || value >= 100 ? formatCount(Math.round(value)) : value.toFixed(1)
}

function compact(value: number): string {
  if (value >= 1_000_000) return `${value / 1_000_000}M`
  return value >= 1000 ? `${value / 1000}k` : String(value)
}

type Series = readonly (number | null)[]

const known = (series: Series) => series.filter((value) => value !== null)
const last = (series: Series) => known(series).at(-1) ?? null
const sum = (series: Series) => known(series).reduce((total, value) => total + value, 0)

const NOTHING = 'No data for this time: no coordinator ran, or the pool is new.'

/** Describes how much of a pool's slots were busy. */
export function busyFinding({ busy, slots, workersTotal }: PoolHistory): string {
  if (known(slots).length === 0) return NOTHING
  if (sum(slots) === 0) return 'No worker had a slot in this time.'
  return `${formatShare(sum(busy) / sum(slots))} of the slots drew a sample, over ${counted(workersTotal, 'worker')}.`
}

/** Describes how many calls wait to be drawn. */
export function queueFinding({ teams, slots }: PoolHistory): string {
  if (known(slots).length === 0) return NOTHING
  const now = teams.reduce((total, { queued }) => total + (last(queued) ?? 0), 0)
  const whole = Math.max(0, ...slots.map((_, at) => teams.reduce((total, { queued }) => total + (queued[at] ?? 0), 0)))
  if (whole === 0) return 'Nothing waited in this time.'
  return `${formatCount(Math.round(now))} could run now if there were more slots; at most ${formatCount(Math.round(whole))} in this time.`
}

/** Describes how long a call waits for its slot. */
export function waitFinding({ waits }: PoolHistory): string {
  const [own] = waits
  if (own === undefined || known(own.p50).length === 0) return 'No sample started in this time.'
  const whose = own.team === null ? 'Samples' : 'Your team’s samples'
  return `${whose} started most recently waited ${seconds(last(own.p50))} (median) and ${seconds(last(own.p95))} (95th percentile) for a slot, each accurate to a factor of 1.4.`
}

/** Compares the number of workers present with the number that the queued work would fill. */
export function scalerFinding({ ready, wanted, changes }: PoolHistory): string {
  const is = last(ready)
  const fills = last(wanted)
  if (is === null) return NOTHING
  const came = changes.reduce((total, change) => total + change.came, 0)
  const left = changes.reduce((total, change) => total + change.left, 0)
  const moved =
    came + left === 0 ? 'None joined or left.' : `${formatCount(came)} joined and ${formatCount(left)} left.`
  const queue = fills === null ? '' : `; the queue would fill ${formatCount(Math.round(fills))}`
  return `${formatCount(Math.round(is))} ready now${queue}. ${moved}`
}

/** Writes a time from milliseconds to hours. */
export function seconds(value: number | null): string {
  if (value === null) return '—'
  if (value < 1) return `${Math.round(value * 1000)} ms`
  return value < 60 ? `${value.toFixed(1)} s` : formatDuration(value)
}

/** A worker's short name: ids begin with the time they were made at, and end in random characters. */
export function workerName(id: string): string {
  return id.slice(-8)
}
