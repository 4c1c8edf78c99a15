import { medianWarning } from './signal-warning.js'
import type { ConfidenceSignal } from '@cges-fleet/methods'
import type { SignalQuality } from '@cges-fleet/core'
import { calibrationReport } from './calibration-report.js'
import { driftSummary } from './drift-summary.js'
import type { EvaluationTable } from './evaluation-table.js'
import type { Graded } from './graded.js'
import { questionDrift } from './question-drift.js'
import { reliabilityBins } from './reliability-bins.js'

/** Bins of the ECE and of the diagram. */
const BINS = 10

/** Says how good a confidence signal is over all answers that an evaluation drew, whichever method asked for them. */
export function signalQuality(table: EvaluationTable, signal: ConfidenceSignal): SignalQuality {
  const values = table.samples.signals.get(signal) ?? new Float64Array()
  const responses: Graded[] = []
  for (const [at, confidence] of values.entries()) {
    if (!Number.isNaN(confidence) && table.samples.answer[at] !== 0) {
      responses.push({ confidence, correct: table.samples.correct[at] === 1 })
    }
  }
  const { ece15: _ece15, ...report } = calibrationReport(responses)
  return {
    signal,
    ...report,
    drift: driftSummary(drifts(table, values)),
    bins: reliabilityBins(responses, BINS),
    warning: report.median === null ? null : medianWarning(report.median),
  }
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
