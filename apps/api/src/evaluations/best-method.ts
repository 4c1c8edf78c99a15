import type { BestMethod } from '@cges-fleet/core'
import { methodKey, methodLabel } from '@cges-fleet/methods'
import type { ListedEvaluation, LiveSums } from '@cges-fleet/db'
import { liveAccuracy } from '@cges-fleet/statistics'

/**
 * The method shown in a list: for a finished evaluation the most accurate by its final figures, for a running one the
 * leader on the closed prefix, with the limits between which it will end. Null if nothing can be said.
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
  // These figures come from one statement: a round may have committed between it and the rest of the list.
  const { trials, closedPrefix: closed, resolved, correct, prefixResolved, prefixCorrect: right, prefixCalls } = sums
  if (spec === undefined || prefixResolved === 0 || closed > trials) return []
  const unknown = closed - prefixResolved
  const certain = { low: correct / trials, high: (correct + trials - resolved) / trials }
  const found = liveAccuracy({ trials, closed, right, unknown }, certain)
  const { value: accuracy, n, ...live } = sums.alarm ? { ...found, ...certain } : found
  const calls = prefixCalls / prefixResolved
  const of = { key: sums.methodKey, label: methodLabel(spec) }
  return [{ ...of, accuracy, trials: n, calls, saved: 1 - calls / spec.budget, tokens: null, live }]
}

function ahead(a: BestMethod, b: BestMethod): number {
  return b.accuracy - a.accuracy || a.calls - b.calls || (a.key < b.key ? -1 : 1)
}
