import { medianWarning } from './signal-warning.js'
import { type ConfidenceSignal, seededRandom } from '@cges-fleet/methods'
import type { SignalQuality } from '@cges-fleet/core'
import { calibrationReport } from './calibration-report.js'
import { driftSummary } from './drift-summary.js'
import type { EvaluationTable } from './evaluation-table.js'
import { questionDrift } from './question-drift.js'
import { reliabilityBins } from './reliability-bins.js'
import { aucInterval, type Clustered } from './signals/auc-interval.js'
import { calibrationErrorInterval } from './signals/calibration-error-interval.js'
import { driftByCall, type Placed } from './signals/drift-by-call.js'
import { massBins } from './signals/mass-bins.js'
import { rankingCurves } from './signals/ranking-curves.js'

/** Bins of the ECE and of its diagram; and of the diagram of equal masses. */
const BINS = 10
const MASS_BINS = 15

/** Measures a confidence signal over all answers that an evaluation drew, whichever method asked for them. */
export function signalQuality(table: EvaluationTable, signal: ConfidenceSignal): SignalQuality {
  const values = table.samples.signals.get(signal) ?? new Float64Array()
  const responses = responsesOf(table, values)
  const { ece15: _ece15, ...report } = calibrationReport(responses)
  const { next } = seededRandom('signals')
  return {
    signal,
    ...report,
    ece10Interval: calibrationErrorInterval(responses, BINS, table.questions, next),
    aucInterval: report.auc === null ? null : aucInterval(responses),
    drift: driftSummary(drifts(table, values)),
    bins: reliabilityBins(responses, BINS),
    massBins: massBins(responses, MASS_BINS),
    ...rankingCurves(responses),
    byCall: driftByCall(responses),
    constant: constantOf(responses),
    warning: report.median === null ? null : medianWarning(report.median),
  }
}

function responsesOf({ trials, samples }: EvaluationTable, values: Float64Array): (Clustered & Placed)[] {
  const responses: (Clustered & Placed)[] = []
  for (const [trial, question] of trials.question.entries()) {
    const from = trials.samplesFrom[trial] ?? 0
    for (let at = from; at < (trials.samplesFrom[trial + 1] ?? 0); at += 1) {
      const confidence = values[at] ?? Number.NaN
      if (samples.answer[at] === 0 || Number.isNaN(confidence)) continue
      responses.push({ confidence, correct: samples.correct[at] === 1, question, call: at - from + 1 })
    }
  }
  // Sorted once: everything below that ranks them then takes linear time.
  return responses.toSorted((a, b) => a.confidence - b.confidence)
}

/** The best that a constant signal could score. */
function constantOf(responses: readonly Clustered[]): SignalQuality['constant'] {
  if (responses.length === 0) return null
  const confidence = responses.filter(({ correct }) => correct).length / responses.length
  return { confidence, brier: confidence * (1 - confidence) }
}

/** The drift of each question, over the samples of all its replicates. */
function drifts({ questions, trials, samples }: EvaluationTable, values: Float64Array) {
  const votes = Array.from({ length: questions }, (): { answer: string; confidence: number }[] => [])
  const truth = Array.from({ length: questions }, () => '')
  for (const [trial, question] of trials.question.entries()) {
    for (let at = trials.samplesFrom[trial] ?? 0; at < (trials.samplesFrom[trial + 1] ?? 0); at += 1) {
      const confidence = values[at] ?? Number.NaN
      if (samples.answer[at] === 0 || Number.isNaN(confidence)) continue
      const answer = String(samples.answer[at])
      votes[question]?.push({ answer, confidence })
      if (samples.correct[at] === 1) truth[question] = answer
    }
  }
  return votes.map((each, question) => questionDrift(each, truth[question] ?? ''))
}
