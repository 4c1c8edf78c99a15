import type { EvaluationView } from '@cges-fleet/core'
import { formatDuration } from './format-duration'

type TimeLeft = NonNullable<EvaluationView['eta']>

/** Formats the remaining time as coarsely as it is known. */
export function formatTimeLeft({ seconds }: TimeLeft): string {
  return `about ${formatDuration(coarse(seconds))}`
}

/** Formats the longest it can take, if that differs from the expected time. */
export function formatLongestLeft({ seconds, atMostSeconds }: TimeLeft): string {
  const longest = formatDuration(coarse(atMostSeconds))
  return longest === formatDuration(coarse(seconds)) ? 'at this speed' : `${longest} if all budgets are used up`
}

/** An estimate is rounded to tens of seconds, then to minutes: anything finer would only flicker. */
function coarse(seconds: number): number {
  const step = seconds < 120 ? 10 : seconds < 7200 ? 60 : 600
  return Math.ceil(seconds / step) * step
}
