import {
  type EvaluationView,
  type EvaluationWarning,
  hasEnded,
  type Independence,
  type MethodReport,
  type NotComparable,
  type SubmissionNote,
  TINY_BENCHMARK,
} from '@cges-fleet/core'
import type { EvaluationTotals } from '@cges-fleet/db'
import { requiredSignals } from '@cges-fleet/methods'
import { alarmWarning, medianWarning } from '@cges-fleet/statistics'

/** From this share of questions with one text in all their samples on, a reader is told. */
const NOTED_SHARE = 0.5

/** Says how far an evaluation's samples are independent draws, by the texts read so far. */
export function independenceOf({ texts: of, stored, summary }: EvaluationTotals): Independence {
  const { texts, distinct, repeated: questions, copied } = of
  const state = stateOf(of, stored.sampling.temperature, hasEnded(summary.status))
  return { state, texts, distinct, questions, copied }
}

function stateOf(
  { repeated, copies }: EvaluationTotals['texts'],
  temperature: number | undefined,
  ended: boolean,
): Independence['state'] {
  if (temperature === 0) return 'deterministic'
  if (copies === 'found') return 'copies'
  if (repeated === 0) return 'unknown'
  return copies === 'clear' || ended ? 'distinct' : 'unknown'
}

/** What a reader should know of samples that are copies of each other, or look like it. */
function textsWarning({ state, copied, questions }: Independence): EvaluationWarning | null {
  const counts = { copied, questions }
  switch (state) {
    case 'copies':
      return { kind: 'copies', counts, why: null }
    case 'deterministic':
      return questions === 0 ? null : { kind: 'deterministic', counts, why: null }
    case 'distinct':
      return copied >= NOTED_SHARE * questions ? { kind: 'alike', counts, why: null } : null
    case 'unknown':
      return null
  }
}

/** Warns next to the figures of a signal that CGES cannot use well, and of a model that cannot know the answers. */
export function warningsOf(totals: EvaluationTotals, independence: Independence): EvaluationWarning[] {
  const { homogeneity, methods, stored, signalMedians } = totals
  const read = requiredSignals(methods)
  const signals = signalMedians.flatMap(({ signal, median }): EvaluationWarning[] => {
    const warning = read.includes(signal) ? medianWarning(median) : null
    return warning === null ? [] : [{ ...warning, why: signal }]
  })
  const texts = textsWarning(independence)
  const alarm = homogeneity === null ? null : alarmWarning(homogeneity)
  return [
    ...unknowing(totals),
    ...(texts === null ? stored.notes.map(submissionWarning) : [texts]),
    ...blockedBy(totals),
    ...signals,
    ...(alarm === null ? [] : [alarm]),
  ]
}

/** A simulator or a tiny model that cannot know the answers. */
function unknowing({ isInvented, summary }: EvaluationTotals): EvaluationWarning[] {
  const { provenance, benchmark } = summary
  if (isInvented && !benchmark.generated) return [{ kind: 'invented_answers', counts: {}, why: null }]
  return provenance === 'tiny' && benchmark.name !== TINY_BENCHMARK
    ? [{ kind: 'untrained', counts: {}, why: TINY_BENCHMARK }]
    : []
}

function submissionWarning({ kind, counts }: SubmissionNote): EvaluationWarning {
  return kind === 'temperature_zero'
    ? { kind, counts: {}, why: null }
    : { kind, counts: { servers: counts['servers'] ?? 0 }, why: null }
}

/** How many trials are excluded from every figure, and the errors that blocked them. */
function blockedBy({ summary: { trials }, blockedReasons }: EvaluationTotals): EvaluationWarning[] {
  const counts = { blocked: trials.blocked, trials: trials.total }
  return blockedReasons.map(({ error }) => ({ kind: 'blocked', counts, why: error }))
}

/** A share of blocked trials above this makes comparisons between methods doubtful. */
const BLOCKED_LIMIT = 0.005

/** Returns why an evaluation's methods must not be compared; null if they may be. */
export function notComparable({ summary }: EvaluationTotals): NotComparable | null {
  const { total, blocked } = summary.trials
  switch (summary.status) {
    case 'cancelled':
    case 'budget_stopped':
      return { kind: 'ended_early', counts: {}, why: null }
    case 'failed':
      return { kind: 'failed', counts: {}, why: null }
    default:
      return blocked > BLOCKED_LIMIT * total ? { kind: 'blocked', counts: { blocked, trials: total }, why: null } : null
  }
}

/**
 * The range of each method's accuracy if all trials that rest on flagged samples were wrong, or all right. Null if
 * there are too few to matter, or if no method has an accuracy: then all trials failed, and warnings say by what.
 */
export function sensitivity(totals: EvaluationTotals, methods: readonly MethodReport[]): EvaluationView['sensitivity'] {
  if (totals.doubtful.length === 0) return null
  const bounds = methods.flatMap(({ key, accuracy }) => {
    const doubtful = totals.doubtful.find(({ methodKey }) => methodKey === key)
    if (doubtful === undefined || accuracy === null) return []
    const correct = accuracy.value * accuracy.n
    const n = accuracy.n + doubtful.blocked
    const low = Math.max(0, (correct - doubtful.right) / n)
    return [{ key, low, high: Math.min(1, (correct + doubtful.wrong + doubtful.blocked) / n) }]
  })
  return bounds.length === 0 ? null : { share: totals.flaggedShare, methods: bounds }
}
