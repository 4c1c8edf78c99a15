import type { BestMethod } from '@cges-fleet/core'
import { methodKey, methodLabel } from '@cges-fleet/methods'
import type { ListedEvaluation, LiveSums } from '@cges-fleet/db'
import { liveInterval } from '@cges-fleet/statistics'

/**
 * The method that a list shows: of a finished evaluation the most accurate, by its final figures; of one that goes on the one
 * that leads on the closed front of the order, with the limits between which it will end. Null where nothing can be said.
 */
export function bestMethod(listed: ListedEvaluation, sums: readonly LiveSums[]): BestMethod | null {
  const { status } = listed.summary
  if (status === 'done') return settled(listed)
  if ((status !== 'running' && status !== 'paused') || listed.replicateBlocks > 1) return null
  const live = sums.flatMap((each) => leading(listed, each))
  return live.toSorted(ahead)[0] ?? null
}

function settled({ best, methods }: ListedEvaluation): BestMethod | null {
  const spec = methods.find((method) => methodKey(method) === best?.key)
  if (best === null || spec === undefined) return null
  return { ...best, label: methodLabel(spec), saved: 1 - best.calls / spec.budget, live: null }
}

function leading(listed: ListedEvaluation, sums: LiveSums): BestMethod[] {
  const spec = listed.methods.find((method) => methodKey(method) === sums.methodKey)
  // Of one statement: a round may have come between this and what else is listed.
  const { trials, closedPrefix: closed, resolved, correct, prefixResolved, prefixCorrect: right, prefixCalls } = sums
  if (spec === undefined || prefixResolved === 0 || closed > trials) return []
  const found = liveInterval({ trials, closed, right, unknown: closed - prefixResolved })
  // What is known for certain of all trials bounds what is likely by the first.
  const within = (share: number) => Math.min((correct + trials - resolved) / trials, Math.max(correct / trials, share))
  const live = { low: within(found.low), high: within(found.high) }
  const accuracy = Math.min(live.high, Math.max(live.low, found.value))
  const calls = prefixCalls / prefixResolved
  const of = { key: sums.methodKey, label: methodLabel(spec) }
  return [{ ...of, accuracy, trials: found.n, calls, saved: 1 - calls / spec.budget, live }]
}

function ahead(a: BestMethod, b: BestMethod): number {
  return b.accuracy - a.accuracy || a.calls - b.calls || (a.key < b.key ? -1 : 1)
}
