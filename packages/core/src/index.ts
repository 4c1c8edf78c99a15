/**
 * The vocabulary that every process of the fleet shares: the API's contract and schemas, roles, seeds, fair queueing,
 * forecasts. The glossary (docs/glossary.md) has one word for each thing. Nothing here uses a clock, randomness, files,
 * the network or the environment.
 */
export * from './about-tiny.js'
export * from './counted.js'
export * from './live-words.js'
export { RELEASE } from './release.js'
export * from './answered-by.js'
export { LONGEST_WHY } from './preflight/note.js'
export * from './preflight/pool-abilities.js'
export * from './preflight/preflight.js'
export * from './preflight/preflight-words.js'
export * from './preflight/request-parameter.js'
export * from './preflight/set-aside.js'
export * from './preflight/submission-note.js'
export * from './preflight/submission-words.js'
export { groupBy } from './group-by.js'
export { type ScalingRule, type ScalingState, initialScaling, nextReplicas } from './autoscale/next-replicas.js'
export * from './most-compared.js'
export { KeyView, IssuedKey, KeyList } from './schemas/api-key.js'
export * from './schemas/audit.js'
export * from './schemas/benchmark-definition.js'
export * from './schemas/bounds.js'
export * from './schemas/call-kind.js'
export * from './schemas/caps.js'
export { Question, MAX_QUESTIONS, BenchmarkHead, Benchmark, BenchmarkView, BenchmarkList } from './schemas/benchmark.js'
export { ComparisonQuery, MOST_ARMS } from './schemas/comparison-query.js'
export * from './schemas/comparison.js'
export * from './schemas/dataset-source.js'
export * from './schemas/evaluation-event.js'
export { Tag, EvaluationLabels, LabelsInUse } from './schemas/evaluation-labels.js'
export * from './schemas/evaluation-page.js'
export * from './schemas/evaluation-query.js'
export * from './schemas/evaluation-status.js'
export * from './presets/find-preset.js'
export * from './presets/paper-presets.js'
export * from './schemas/evaluation-spec.js'
export * from './schemas/evaluation-statistics.js'
export * from './schemas/gamma-advice.js'
export * from './schemas/coverage-curve.js'
export * from './schemas/evaluation-view.js'
export * from './schemas/waits.js'
export * from './schemas/share-estimate.js'
export * from './schemas/external-verdicts.js'
export * from './schemas/export-file.js'
export {
  LogSource,
  ImportSpec,
  IMPORT_BATCH,
  IMPORT_BATCH_BYTES,
  ImportedSample,
  ImportBatch,
  StoredPage,
  ImportedCount,
} from './schemas/import-spec.js'
export { Extension, CloneRequest } from './schemas/lifecycle-requests.js'
export * from './schemas/method-curve.js'
export * from './schemas/accounts.js'
export * from './schemas/forecast.js'
export * from './schemas/outcome.js'
export * from './schemas/pool-history.js'
export * from './schemas/pool-shares.js'
export * from './schemas/pool.js'
export * from './schemas/problem.js'
export * from './schemas/question-fields.js'
export {
  Agreement,
  QuestionFilter,
  VerdictState,
  CONFIDENT_SCORE,
  SLOW_TIMES,
  QuestionListFile,
  QuestionSelection,
} from './schemas/question-selection.js'
export * from './schemas/question-view.js'
export * from './schemas/role.js'
export * from './schemas/regrade.js'
export * from './schemas/sample-readings.js'
export * from './schemas/audit-report.js'
export * from './schemas/audit-share.js'
export * from './schemas/lookahead.js'
export * from './schemas/sampling.js'
export { SessionView } from './schemas/session.js'
export * from './schemas/signal-quality.js'
export { NewTeam, TeamChange, TeamView, TeamList } from './schemas/team.js'
export { WebhookName, WebhookList, DeliveryView, DeliveryList } from './schemas/webhook.js'
export * from './schemas/log-format.js'
export * from './seeds/digest-line.js'
export * from './seeds/audited-trials.js'
export * from './seeds/calibration-questions.js'
export * from './seeds/permuted-index.js'
export { trialSeedBase } from './seeds/trial-seed-base.js'
export * from './fairness/binding-constraint.js'
export { constraintWords } from './fairness/constraint-words.js'
export { ownWaits, poolWaits } from './fairness/waits-of.js'
export * from './fairness/expected-cost.js'
export { fairTags } from './fairness/fair-tags.js'
export * from './fairness/jain-index.js'
export * from './fairness/queue-priority.js'
export * from './forecast/calls-per-sample.js'
export * from './forecast/forecast-evaluation.js'
export * from './forecast/tokens-short.js'
