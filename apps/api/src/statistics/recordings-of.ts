import { ConfidenceSignal } from '@cges-fleet/methods'
import type { RecordedSample, Recording } from '@cges-fleet/replay'
import type { EvaluationTable } from '@cges-fleet/statistics'

/**
 * Turns a finished evaluation's samples into recordings, a question's replicates one after another, without questions
 * that have no sample.
 */
export function recordingsOf({ questions, trials, samples }: EvaluationTable): Recording[] {
  const recorded = Array.from({ length: questions }, (): RecordedSample[] => [])
  for (const [trial, question] of trials.question.entries()) {
    const to = trials.samplesFrom[trial + 1] ?? samples.outcome.length
    for (let at = trials.samplesFrom[trial] ?? 0; at < to; at += 1) recorded[question]?.push(sampleAt(samples, at))
  }
  return recorded.flatMap((own, question): Recording[] => {
    const truth = own.find(({ grade }) => grade === 1)?.answer ?? null
    return own.length === 0 ? [] : [{ id: `${question}`, replicate: 0, truth, difficulty: null, samples: own }]
  })
}

function sampleAt(
  { answer, correct, outcome, tokens, signals }: EvaluationTable['samples'],
  at: number,
): RecordedSample {
  const key = answer[at] ?? 0
  const count = tokens[at] ?? Number.NaN
  const own = ConfidenceSignal.options.flatMap((signal) => {
    const value = signals.get(signal)?.[at] ?? Number.NaN
    return Number.isNaN(value) ? [] : [[signal, value] as const]
  })
  return {
    answer: key === 0 ? null : `${key}`,
    signals: Object.fromEntries(own),
    confidence: null,
    reward: null,
    grade: key === 0 ? null : (correct[at] ?? 0),
    ...(Number.isNaN(count) ? {} : { tokens: count }),
    ...(outcome[at] === 'ended_early' ? { endedEarly: true } : {}),
  }
}
