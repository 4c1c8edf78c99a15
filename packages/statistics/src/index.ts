/**
 * Statistics of an evaluation's figures: accuracies, differences between methods on the same questions, calibration,
 * drift, and simulated populations of samples with chosen properties.
 */
export { medianWarning, signalWarning } from './signals/signal-quality.js'
export { bisect, normalDraws, studentLimit, studentP } from './numerics.js'
export { mixtureShare, ModelProfile, questionAccuracies } from './simulation/model-profile.js'
export {
  confidenceLogit,
  expectedAuc,
  expectedError,
  meanConfidence,
  noisyConfidence,
  type ProfiledQuestion,
  samplePopulation,
  type SolvedProfile,
} from './simulation/sample-population.js'
export { separatedProfile, solveProfile } from './simulation/solve-profile.js'
export { apportionTime, efficientGamma, type EfficientGamma, paretoFront, wallClock } from './costs.js'
export { auc, calibrationError, calibrationReport, type CalibrationReport } from './signals/calibration.js'
export type { Graded } from './signals/drift.js'
export { auditReport } from './reports/audit-report.js'
export { baselineOf } from './evaluation/baseline.js'
export { baselinesOf, DEFAULT_MARGIN, finalStatistics, resamplesOf } from './evaluation/evaluation-statistics.js'
export {
  type ComparedSides,
  compareSides,
  pairedCounts,
  type PairedGroup,
  type SidesOptions,
  unpairedDifference,
} from './compare-sides.js'
export { methodFlips } from './curves/method-flips.js'
export { accuracyAt, areaUnder, callsAt, type LinePoint } from './curves/curve-areas.js'
export { type CertifiedAbstention, certifyAbstention, coverageCurve } from './coverage.js'
export { detectableDifference, holm, judgeDifference, signFlipTest } from './significance.js'
export { driftSummary, type DriftSummary, empiricalDrift, questionDrift } from './signals/drift.js'
export { expectedRemainingDraws } from './live/survival.js'
export type { EvaluationTable } from './evaluation/evaluation-table.js'
export { liveAccuracy, liveCalls, liveChance, liveInterval } from './live/live-interval.js'
export { decidedDifferences } from './live/decided-differences.js'
export { liveDifference } from './live/live-difference.js'
export { earlyDifference } from './live/early-difference.js'
export { expectedEnd, type OutcomeCount, seenByOutcomes, untilState } from './live/until.js'
export { type SeenModel, untilModelsState } from './live/until-models.js'
export {
  alarmWarning,
  type Homogeneity,
  startHomogeneity,
  type WatchedSample,
  watchHomogeneity,
} from './homogeneity/watch-homogeneity.js'
export {
  type Correlation,
  median,
  moments,
  type Moments,
  pearson,
  percentileInterval,
  quantile,
} from './descriptive.js'
export { methodReport, type MethodTotals, unresolvedAfter } from './reports/method-report.js'

export {
  boundedEstimate,
  differenceEstimate,
  pairedInterval,
  pairedTotals,
  ratioEstimate,
  resample,
  type Resampling,
} from './resampling.js'
export {
  clusteredInterval,
  type ClusterSums,
  samplingAccuracy,
  type SamplingAccuracy,
  type SplitCounts,
  splitShift,
  type SplitShift,
  wilsonInterval,
} from './proportions.js'
export { type ReadingCount, summariseReadings } from './readings.js'
export { areCopies, COPIED_SHARE, type CopiesTerms, type RepeatedQuestion } from './copies.js'
export { isNobodyRight } from './evaluation/nobody-right.js'
