import { counted } from '@cges-fleet/core/counted'
import type { EvaluationView, SignalQuality } from '@cges-fleet/core'
import { changeInCalls, differenceWords } from '../difference-words'
import type { Compared } from '../story-of'
import { figure } from './signal-tables'

/** Describes whether a method that stops by confidence helps here, as the statistics judged it. */
export function adviceWords({ report, baseline, comparison, change }: Compared, quality: SignalQuality | null): string {
  const { name } = report
  const { judgement, questions } = comparison
  const told = `${differenceWords(comparison)} against ${baseline.name}`
  if (judgement === 'worse') return `${name} does not help: it loses accuracy, ${told}.`
  if (quality?.median != null && quality.median < 0.5)
    return `${name} is not to be relied on: most answers count against themselves, at a median confidence of ${figure(quality.median)}.`
  if (!(change < 0)) return `${name} saves no calls: ${told}.`
  return judgement === 'inconclusive'
    ? `${name} may help: it takes ${changeInCalls(change)}, but ${counted(questions, 'question')} are too few to tell whether it keeps the accuracy: ${told}.`
    : `${name} helps: it takes ${changeInCalls(change)} and keeps the accuracy: ${told}.`
}

const SLICE = 100

/**
 * The command that chooses γ on a part of the questions and checks it on the rest; null if no SC drew enough samples of
 * each, or there are too few questions for two parts.
 */
export function tuneCommand(
  { id, methods, benchmark }: Pick<EvaluationView, 'id' | 'methods' | 'benchmark'>,
  signal: string,
): string | null {
  const budget = Math.max(0, ...methods.flatMap(({ spec }) => (spec.method === 'sc' ? [spec.budget] : [])))
  const slice = Math.min(SLICE, Math.floor(benchmark.questions / 2))
  if (budget === 0 || slice === 0) return null
  return `npm run --silent cges -- tune ${id} --signal ${signal} --slice ${slice} --budget ${budget}`
}
