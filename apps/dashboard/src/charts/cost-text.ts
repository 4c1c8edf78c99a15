import { formatCalls } from '../format/format-calls'
import { formatCount } from '../format/format-count'
import type { Cost } from './scatter-points'

/** Writes what a question costs: `4.20 calls`, `1,250 tokens`. */
export function costText(value: number, by: Cost): string {
  return `${by === 'calls' ? formatCalls(value) : formatCount(Math.round(value))} ${by}`
}
