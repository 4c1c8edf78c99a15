import { counted, countedOf } from '@cges-fleet/core'
import type { MethodResult } from './replay.js'

/** Formats the threshold a certified method fixed, on how many questions, and its cost on the others. */
export function certifiedNote(
  label: string,
  budget: number,
  { fixed, callsWithout }: NonNullable<MethodResult['certified']>,
): string {
  const counts = new Map<number | null, number>()
  for (const { threshold } of fixed) counts.set(threshold, (counts.get(threshold) ?? 0) + 1)
  const found = [...counts].toSorted(([, a], [, b]) => b - a)
  const times = (count: number) => (fixed.length === 1 ? '' : ` (${countedOf(count, fixed.length, 'seed')})`)
  const thresholds = found.map(([at, count]) => `${at ?? 'none: the whole budget'}${times(count)}`).join(', ')
  const { questions = 0, leftOut = 0 } = fixed[0] ?? {}
  const out = leftOut === 0 ? '' : `, ${leftOut} more could not be drawn and are not in the promise`
  const cost =
    callsWithout === null
      ? 'every question went into it'
      : `on those it was not fixed on it takes ${callsWithout.mean.toFixed(2)} of ${counted(budget, 'call')}`
  return `${label}: threshold ${thresholds}, fixed on ${counted(questions, 'question')} drawn whole${out}; ${cost}`
}
