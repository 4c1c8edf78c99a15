import { countedOf } from '@cges-fleet/core'
import type { EvaluationView, MethodReport } from '@cges-fleet/core'
import { percent } from '../report/format.js'

/**
 * Formats in one sentence the calls, and if known the tokens, that the cheapest rule as accurate as the best would have
 * saved; null if nothing is decided.
 */
export function savedSentence(view: EvaluationView): string | null {
  const decided = view.methods.flatMap((method) =>
    method.accuracy === null || method.calls === null
      ? []
      : [{ ...method, accuracy: method.accuracy, calls: method.calls }],
  )
  const best = decided.toSorted((a, b) => b.accuracy.value - a.accuracy.value || a.calls - b.calls)[0]
  if (best === undefined) return null
  const [chosen = best] = decided
    .filter(({ accuracy }) => accuracy.value >= best.accuracy.low)
    .toSorted((a, b) => a.calls - b.calls)
  const { budget } = chosen.spec
  const spent = Math.round(chosen.calls * chosen.resolved)
  const all = budget * chosen.resolved
  const sc = decided.find(({ spec }) => spec.method === 'sc' && spec.budget === budget)
  return [
    `With ${chosen.label} this log would have taken ${chosen.calls.toFixed(2)} calls a question instead of ${budget}:`,
    `${countedOf(all - spent, all, 'call')} saved (${percent(1 - spent / all)})${tokensOf(chosen, sc)},`,
    sc === undefined
      ? `at an accuracy of ${share(chosen.accuracy)}.`
      : `at an accuracy of ${share(chosen.accuracy)}, where ${sc.label} has ${share(sc.accuracy)}.`,
  ].join(' ')
}

type WithTokens = Pick<MethodReport, 'tokens'>

function tokensOf(chosen: WithTokens, sc: WithTokens | undefined): string {
  if (chosen.tokens === null || sc === undefined || sc.tokens === null || sc.tokens === 0) return ''
  return `, and ${chosen.tokens.toFixed(0)} tokens a question instead of ${sc.tokens.toFixed(0)} (${percent(1 - chosen.tokens / sc.tokens)})`
}

function share(accuracy: NonNullable<MethodReport['accuracy']>): string {
  return `${percent(accuracy.value)} (${percent(accuracy.low)} – ${percent(accuracy.high)})`
}
