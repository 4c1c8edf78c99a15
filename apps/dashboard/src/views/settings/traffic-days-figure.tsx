'use client'

import type { TrafficView } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { TimeFigure } from '../../ui/charts/time-figure'
import type { Times } from '../../ui/charts/times'
import { formatCount } from '../../ui/format/numbers'

type Days = TrafficView['byDay']

const DAY_MS = 86_400_000

/** Calls made and saved on each day, from the first with requests to the last; days begin by UTC. */
export function TrafficDaysFigure({ byDay }: { readonly byDay: Days }) {
  const busiest = byDay.toSorted((one, other) => other.requests - one.requests)[0]
  if (busiest === undefined) return null
  return (
    <div data-testid="traffic-days">
      <TimeFigure
        title="Calls a day"
        finding={`Most on ${busiest.day}: ${counted(busiest.requests, 'request')}, ${counted(busiest.calls, 'call')} made.`}
        times={timesOf(byDay)}
        stacked
        table={{
          columns: ['Day (UTC)', 'Requests', 'Calls', 'Calls saved'],
          rows: byDay.map(({ day, requests, calls, saved }) => [day, ...[requests, calls, saved].map(formatCount)]),
        }}
      />
    </div>
  )
}

/** A day without requests is not listed, and had no calls. */
function timesOf(byDay: Days): Times {
  const on = new Map(byDay.map((one) => [one.day, one]))
  const instants = byDay.map(({ day }) => Date.parse(day))
  const [first, last] = [Math.min(...instants), Math.max(...instants)]
  const days = Array.from({ length: (last - first) / DAY_MS + 1 }, (_, n) => new Date(first + n * DAY_MS).toISOString())
  const valuesOf = (of: 'calls' | 'saved') => days.map((at) => on.get(at.slice(0, 10))?.[of] ?? 0)
  return {
    at: days,
    stepSeconds: DAY_MS / 1000,
    series: [
      { key: 'calls', name: 'made', values: valuesOf('calls') },
      { key: 'saved', name: 'saved', values: valuesOf('saved') },
    ],
    yLabel: 'calls',
    format: formatCount,
  }
}
