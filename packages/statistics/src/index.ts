/**
 * Statistics of an evaluation's figures: accuracies, differences between methods on the same questions, calibration,
 * drift, and simulated populations of samples with chosen properties.
 */
export * from './signal-warning.js'
export * from './simulation/bisect.js'
export * from './simulation/mixture-share.js'
export * from './simulation/model-profile.js'
export * from './simulation/question-accuracies.js'
export {
  type SolvedProfile,
  type ProfiledQuestion,
  confidenceLogit,
  samplePopulation,
  expectedAuc,
  meanConfidence,
  expectedError,
} from './simulation/sample-population.js'
export * from './simulation/solve-profile.js'
export { apportionTime } from './apportion-time.js'
export * from './auc.js'
export { auditReport } from './audit-report.js'
export { baselinesOf } from './baseline-of.js'
export * from './calibration-error.js'
export * from './calibration-report.js'
export * from './comparison/compare-sides.js'
export * from './comparison/paired-counts.js'
export type * from './comparison/paired-group.js'
export * from './comparison/unpaired-difference.js'
export * from './curves/accuracy-line.js'
export * from './coverage/certify-abstention.js'
export * from './coverage/coverage-curve.js'
export * from './detectable-difference.js'
export * from './drift-summary.js'
export * from './efficient-gamma.js'
export * from './expected-remaining-draws.js'
export type * from './graded.js'
export { DEFAULT_MARGIN, finalStatistics } from './evaluation-statistics.js'
export type { Ending, EvaluationTable } from './evaluation-table.js'
export { judgeDifference } from './judge-difference.js'
export { liveAccuracy } from './live-accuracy.js'
export { liveCalls } from './live-calls.js'
export { liveDifference } from './live-difference.js'
export * from './homogeneity/watch-homogeneity.js'
export { liveInterval } from './live-interval.js'
export * from './median.js'
export * from './method-report.js'
export * from './unresolved-after.js'
export * from './moments.js'
export * from './noisy-confidence.js'
export * from './normal-draws.js'
export { paretoFront } from './pareto-front.js'
export * from './pearson.js'
export * from './percentile-interval.js'
export * from './quantile.js'
export * from './questions-needed.js'
export { questionDrift } from './question-drift.js'
export { resample, pairedInterval } from './resampling.js'
export * from './split-shift.js'
export { signFlipTest } from './sign-flip-test.js'
export * from './summarise-readings.js'
export * from './clustered-interval.js'
export { wallClock } from './wall-clock.js'
export * from './wilson-interval.js'
