/**
 * The vocabulary that every process of the fleet shares: the API's contract and schemas, roles, seeds, fair queueing,
 * forecasts. The glossary (docs/glossary.md) has one word for each thing. Nothing here uses a clock, randomness, files,
 * the network or the environment.
 */
export * from './about-tiny.js'
export { type ChainAnchor, checkChain, type CheckedChain } from './audit-chain.js'
export { logEntryWords } from './log-entry-words.js'
export { type ScalingRule, type ScalingState, initialScaling, nextReplicas } from './autoscale.js'
export * from './commented-questions.js'
export * from './counted.js'
export * from './money-words.js'
export * from './fairness/binding-constraint.js'
export {
  fairTags,
  type WorkDone,
  PROMPT_TOKENS_PER_WORK,
  expectedCost,
  type QueueScale,
  FIRST_PRIORITY,
  queuePriority,
  interactivePriority,
  isScaleUsedUp,
  jainIndex,
} from './fairness/fair-queueing.js'
export * from './fairness/coming-pace.js'
export * from './fairness/reservations.js'
export * from './fairness/waits.js'
export { FLAG_WORDS } from './flag-words.js'
export * from './forecast.js'
export { forecastRefusalWords, NO_PAST, timeNeedsWords } from './forecast-words.js'
export * from './group-by.js'
export { issueText, schemaProblems, secretIssueText, valueText } from './issue-text.js'
export * from './live-words.js'
export * from './most-compared.js'
export * from './comparison-words.js'
export * from './note-words.js'
export * from './reason-words.js'
export * from './preflight-words.js'
export * from './promise-words.js'
export * from './queue-words.js'
export * from './reservation-words.js'
export * from './statistics-words.js'
export * from './settings-problem.js'
export * from './status-words.js'
export * from './finish-by-words.js'
export * from './until-words.js'
export * from './wait-words.js'
export { crewOf, isSilent } from './worker-crew.js'
export {
  EngineName,
  LONGEST_WHY,
  RequestParameter,
  SAMPLING_PARAMETERS,
  type RefusedSetting,
  refusedSettings,
  SeedUse,
  PreflightNote,
  Preflight,
  ProbeAnswer,
  ProbeResult,
} from './preflight/preflight.js'
export * from './preflight/set-aside.js'
export * from './presets.js'
export * from './release.js'
export * from './schemas/accounts.js'
export {
  DatasetSource,
  Question,
  MAX_QUESTIONS,
  BenchmarkHead,
  Benchmark,
  BenchmarkView,
  BenchmarkList,
  QuestionFields,
  BenchmarkDefinition,
  type BenchmarkDefinitionInput,
} from './schemas/benchmark.js'
export * from './schemas/bounds.js'
export * from './schemas/calls.js'
export * from './schemas/pool-promise.js'
export * from './schemas/finish-by.js'
export * from './schemas/chat.js'
export * from './schemas/comparison.js'
export * from './schemas/estimates.js'
export {
  Tag,
  EvaluationLabels,
  LabelsInUse,
  EvaluationSort,
  EvaluationFilter,
  EvaluationQuery,
  EvaluationListFile,
  BestMethod,
  EvaluationCost,
  EvaluationRow,
  EvaluationPage,
  ExportFile,
} from './schemas/evaluation-list.js'
export {
  AuditShare,
  Caps,
  Lookahead,
  MOST_INTERACTIVE,
  EvaluationDraft,
  EvaluationSpec,
  type EvaluationSpecInput,
  Extension,
  CloneRequest,
  DeletedEvaluation,
  EvaluationName,
} from './schemas/evaluation-spec.js'
export { whyReplayed } from './schemas/method-inputs.js'
export {
  SubmittedSuite,
  SuiteDraft,
  SuiteList,
  SuiteRow,
  SuiteSpec,
  type SuiteSpecInput,
  SUITES_OF_PAGE,
} from './schemas/suites.js'
export * from './schemas/evaluation-statistics.js'
export { EvaluationEvent, EventList } from './schemas/evaluation-events.js'
export { EvaluationStatus } from './schemas/evaluation-status.js'
export * from './schemas/evaluation-view.js'
export { GroupRole, type GroupRoleList } from './schemas/group-roles.js'
export {
  Role,
  Scope,
  scopesOf,
  TeamName,
  NewTeam,
  TeamChange,
  TeamView,
  TeamList,
  KeyId,
  KeyView,
  IssuedKey,
  KeyList,
  SessionView,
  type SignedOut,
  SignInFault,
  AuditEntry,
  AuditFile,
  AuditPage,
  AuditTopic,
  ChainEnd,
  type PeoplePage,
  type PersonView,
  SealedEntry,
} from './schemas/identity.js'
export {
  LogFormat,
  detectLogFormat,
  LogSource,
  ImportSpec,
  IMPORT_BATCH,
  IMPORT_BATCH_BYTES,
  ImportedSample,
  ImportBatch,
  StoredPage,
  ImportedCount,
  VERDICT_BATCH,
  ExternalVerdicts,
  ExternalCount,
  answeredBy,
} from './schemas/imports.js'
export * from './schemas/notes.js'
export * from './schemas/pool.js'
export * from './schemas/pool-pause.js'
export * from './schemas/pool-queue.js'
export * from './schemas/reservations.js'
export * from './schemas/problem.js'
export {
  QuestionFilter,
  VerdictState,
  SLOW_TIMES,
  CONFIDENT_SCORE,
  Agreement,
  QuestionSelection,
  QuestionListFile,
} from './schemas/question-selection.js'
export * from './schemas/question-view.js'
export * from './schemas/comments.js'
export * from './schemas/regrade.js'
export * from './schemas/sampling.js'
export {
  ChosenComparison,
  MadeShareLink,
  NewSavedComparison,
  NewShareLink,
  SavedComparison,
  SavedComparisons,
  SHARE_DAYS,
  SharedStatistics,
  SharedView,
  ShareLinkList,
  ShareLinkView,
  ShareTarget,
} from './schemas/sharing.js'
export * from './schemas/signal-quality.js'
export * from './schemas/traffic.js'
export * from './schemas/fleet-status.js'
export * from './fleet-troubles.js'
export * from './fleet-trouble-words.js'
export * from './schemas/until.js'
export * from './fairness/priority.js'
export * from './schemas/priority.js'
export * from './priority-words.js'
export * from './texts-deleted-words.js'
export * from './schemas/webhook.js'
export * from './webhook-words.js'
export { trialSeedBase, type DigestEntry, digestLine } from './seeds/trial-identity.js'
export * from './seeds/trial-order.js'
export { voteOf } from './vote-of.js'
export * from './this-computer.js'
