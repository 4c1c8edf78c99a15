export { type DataSource, type EntityManager } from 'typeorm'
export { closeDatabase } from './close-database.js'
export { endSilentConnections } from './end-silent-connections.js'
export { migrate, requireMigrated } from './migrate.js'
export { newId } from './new-id.js'
export { fitPool, readConnections } from './fit-connections.js'
export { openDatabase } from './open-database.js'
export { DATABASE_ROLE } from './access/database-role.js'
export { requireOwnLogin } from './access/require-own-login.js'
export { identityDatabase, teamDatabase } from './access/team-database.js'
export { LOCAL_TEAM, type TeamId } from './team.js'
export { sha256 } from './sha256.js'
export { cancelEvaluation } from './store/evaluations/cancel-evaluation.js'
export {
  type Attempt,
  type ClaimedDraw,
  type ClaimedRanking,
  type Claim,
  type ClaimedCall,
  claimCall,
  claimCalls,
  claimScore,
} from './store/calls/claim-call.js'
export { type CallEnd, endCall } from './store/calls/end-call.js'
export { giveUpCall } from './store/calls/give-up-call.js'
export { landRanking, type RankingAnswer } from './store/calls/land-ranking.js'
export { type DrawnSample, landSample, landSamples, type Landing } from './store/calls/land-sample.js'
export type { QueuedCall } from './store/calls/placed-call.js'
export { type Compared, findCompared, findSuite } from './store/comparisons/find-compared.js'
export { selectPairedGroups } from './store/comparisons/select-paired-groups.js'
export { createTrials } from './store/rounds/create-trials.js'
export { createImport } from './store/imports/create-import.js'
export { extendEvaluation } from './store/evaluations/extend-evaluation.js'
export { countTexts, type CountedTexts, FIRST_ROUND } from './store/rounds/count-texts.js'
export { judgeSamples, pauseForCopies, storeCopies } from './store/rounds/judged-copies.js'
export * from './store/rounds/set-aside-methods.js'
export { failEvaluation } from './store/rounds/fail-evaluation.js'
export { importedQuestions, type PromptParts } from './store/benchmarks/imported-questions.js'
export { findBenchmark, listBenchmarks } from './store/benchmarks/find-benchmark.js'
export { finishEvaluation } from './store/rounds/finish-evaluation.js'
export { databaseTime } from './store/database-time.js'
export { type UngradedAnswer, ungradedAnswers, writeGrades } from './store/rounds/grade-answers.js'
export { inTurns } from './in-turns.js'
export { keptAwake } from './kept-awake.js'
export { type NewEvaluation, insertEvaluation, findSubmitted } from './store/evaluations/insert-evaluation.js'
export { isOutage } from './store/is-outage.js'
export { importSamples } from './store/imports/import-samples.js'
export {
  type ListPlace,
  type ListWanted,
  type ListedEvaluation,
  listEvaluations,
} from './store/evaluations/list-evaluations.js'
export { labelEvaluation, selectLabelsInUse } from './store/evaluations/label-evaluation.js'
export { type LiveSums, selectLiveSums } from './store/figures/select-live-sums.js'
export { type RemainingTotals, selectRemaining } from './store/figures/select-remaining.js'
export { forgetPoolPoints } from './store/pools/forget-pool-points.js'
export { listPools } from './store/pools/list-pools.js'
export { selectDemand } from './store/pools/select-demand.js'
export { selectIdleSlots } from './store/pools/select-idle-slots.js'
export { type EvaluationDemand, type TeamDemand, teamDemand } from './store/pools/team-demand.js'
export { notePools } from './store/pools/note-pools.js'
export { EMPTY_SECONDS, IDLE_SECONDS, NOTE_SECONDS, waitSeconds } from './store/pools/point-steps.js'
export { type PointsWanted, type PoolPoint, selectPoolPoints } from './store/pools/select-pool-points.js'
export { type OwnWaits, selectOwnWaits, selectTeamPoints, type TeamPoint } from './store/pools/select-team-points.js'
export {
  selectPoolWorkers,
  selectWorkerPoints,
  selectWorkerSpans,
  type WorkerPoint,
  type WorkerSpan,
} from './store/pools/select-worker-points.js'
export { listEvents } from './store/evaluations/list-events.js'
export { type LockedEvaluation, lockEvaluation } from './store/rounds/lock-evaluation.js'
export { pauseEvaluation, resumeEvaluation } from './store/evaluations/pause-evaluation.js'
export { type NewRanking, plannedRankings, insertRankings, takeRankingsToQueue } from './store/rounds/plan-rankings.js'
export { type PlannedSample, planSamples } from './store/rounds/plan-samples.js'
export { withdrawDraws } from './store/rounds/withdraw-draws.js'
export {
  finishedRankings,
  writeRankingOrder,
  type SetTrial,
  type RankedSet,
  selectSet,
  unparkTrials,
} from './store/rounds/ranking-orders.js'
export type { Database, Db } from './store/query.js'
export { type DrawingContext, selectDrawingContext } from './store/calls/select-drawing-context.js'
export { selectEvaluationTable } from './store/figures/select-evaluation-table.js'
export {
  type EvaluationTotals,
  RATE_WINDOW_SECONDS,
  selectEvaluationTotals,
} from './store/figures/select-evaluation-totals.js'
export { selectReadings } from './store/figures/select-readings.js'
export { selectEvaluationVersion } from './store/figures/select-evaluation-version.js'
export { type ExportPlace, selectExportPage, type StoredTrial } from './store/exports/select-export-page.js'
export { selectSampleText } from './store/exports/select-sample-text.js'
export { selectVoteRules } from './store/exports/select-vote-rules.js'
export { type ReadSample, type OpenTrial, selectOpenTrials } from './store/rounds/select-open-trials.js'
export { selectFirstTrials, selectTrialsAhead } from './store/rounds/select-trials-ahead.js'
export { countQuestions } from './store/questions/count-questions.js'
export { findNeighbours } from './store/questions/find-neighbours.js'
export { findQuestioned, type Questioned } from './store/questions/find-questioned.js'
export {
  LOOKED_AT,
  selectQuestionPage,
  type StoredQuestionRow,
  type TrialPlace,
} from './store/questions/select-question-page.js'
export { selectQuestion, type StoredQuestion } from './store/questions/select-question.js'
export { findTrialId, selectStoredTokens, selectTextPart } from './store/questions/select-sample-parts.js'
export type { Selected } from './store/questions/selected-sql.js'
export { selectOriginal } from './store/evaluations/select-original.js'
export { selectStoredPage } from './store/imports/select-stored-page.js'
export { fixThreshold, selectCalibration } from './store/rounds/certifications.js'
export { reopenTrials } from './store/rounds/reopen-trials.js'
export { retryEvaluation } from './store/evaluations/retry-evaluation.js'
export { returnRetried } from './store/rounds/return-retried.js'
export * from './store/pools/promise-pool.js'
export {
  type Allowance,
  selectAccounts,
  selectAllowance,
  selectEvaluationAccount,
} from './store/teams/select-accounts.js'
export { selectOwnRoom } from './store/teams/select-own-room.js'
export { selectPast } from './store/evaluations/select-past.js'
export { selectLongestPrompt, selectTokensPerCall } from './store/benchmarks/tokens-per-call.js'
export { type FleetTotals, selectFleetTotals } from './store/figures/select-fleet-totals.js'
export * from './store/external/add-verdicts.js'
export * from './store/regrade/select-regrade.js'
export * from './store/regrade/regrade-rows.js'
export * from './store/regrade/request-regrade.js'
export * from './store/regrade/write-regrade.js'
export { NO_ROOM, selectRoom, type Room } from './store/rounds/room.js'
export { heartbeat, deregisterWorker } from './store/pools/register-worker.js'
export { renewLeases } from './store/calls/renew-leases.js'
export { runningEvaluations } from './store/evaluations/running-evaluations.js'
export * from './store/benchmarks/save-benchmark.js'
export type { BenchmarkSource } from './store/benchmarks/stage-questions.js'
export { StorageFull, requireStorage } from './store/benchmarks/take-storage.js'
export { type Used, bothUsed, lockTurns, bookSpent } from './store/rounds/spending.js'
export { stopAtCap } from './store/rounds/stop-at-cap.js'
export * from './store/calls/sweep.js'
export * from './store/fleet-id.js'
export * from './store/rounds/round-failures.js'
export { takeLanded, type TakenSamples } from './store/rounds/take-landed.js'
export { takeRanked } from './store/rounds/take-ranked.js'
export { transaction } from './store/transaction.js'
export { verdictDigest } from './store/evaluations/verdict-digest.js'
export { type NewVerdict, type NewStanding, type TrialChange, writeDecisions } from './store/rounds/write-decisions.js'
export { createKey, findKey, type Issuer, type KeyToIssue, rotateKey } from './identity/create-key.js'
export * from './identity/find-key-holder.js'
export { findTeam, listTeams } from './identity/find-team.js'
export { parseKey } from './identity/key-text.js'
export * from './identity/forget-expired.js'
export { findKeyTeam } from './identity/find-key-team.js'
export { listAudit } from './identity/list-audit.js'
export * from './identity/list-keys.js'
export { revokeKey } from './identity/revoke-key.js'
export * from './identity/save-team.js'
export { type Pepper, loadPepper } from './identity/secret-hash.js'
export * from './identity/start-session.js'
export { takeRequest } from './identity/take-request.js'
export { writeAudit } from './identity/write-audit.js'
export { writeRefusal } from './identity/write-refusal.js'
export { type AttemptEnd, endAttempt } from './store/webhooks/end-attempt.js'
export { enterWebhooks } from './store/webhooks/enter-webhooks.js'
export { listDeliveries } from './store/webhooks/list-deliveries.js'
export { listWebhooks } from './store/webhooks/list-webhooks.js'
export { type TakenDelivery, takeDeliveries } from './store/webhooks/take-deliveries.js'
