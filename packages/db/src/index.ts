export type { DataSource, EntityManager } from 'typeorm'
export { closeDatabase, openDatabase } from './connection/open-database.js'
export { endSilentConnections } from './connection/silent-connections.js'
export { countHoldings, countRelations, migrate, requireMigrated, serverVersion } from './migrate.js'
export { type EndingRequest, endOrphans, endRequests, forgetRequests } from './gateway/endings.js'
export { forgetKeptRequests, isAudited, type KeptFigures } from './gateway/kept-requests.js'
export { selectTraffic, type Traffic } from './gateway/traffic.js'
export {
  landChats,
  waitForDisk,
  type LandedReply,
  type Listening,
  listenToReplies,
  selectReplies,
  type WantedReply,
} from './gateway/replies.js'
export { isPoolWanted, selectServedPools, wantPool, type ServedPool } from './gateway/pools.js'
export { type DrawnFor, type PlannedDraws, planReplies, type WantedDraws } from './gateway/requests.js'
export { LOCAL_TEAM, newId, sha256, type TeamId } from './ids.js'
export { fitPool, readConnections } from './connection/pool-size.js'
export { DATABASE_ROLE, identityDatabase, requireRoleLogin, sharedDatabase, teamDatabase } from './access/logins.js'
export { type Act, deleteEvaluation, findOwner, renameEvaluation, setArchived } from './evaluations/deletion.js'
export { freeDefaultName } from './evaluations/default-name.js'
export { eraseEvaluations, expireEvaluations } from './evaluations/erasure.js'
export { eraseTexts, expireTexts } from './evaluations/text-erasure.js'
export * from './evaluations/status.js'
export {
  type Attempt,
  type ClaimedCall,
  type ClaimedDraw,
  type ClaimedChat,
  type ClaimedRanking,
  planOtherCalls,
  plansOtherCalls,
} from './call-kinds.js'
export { type Claim, claimCall, claimCalls, claimScore, type RegisteredWorker } from './worker/claims.js'
export { type CallEnd, endCall, giveUpCall } from './worker/ends.js'
export {
  type DrawnSample,
  type Landing,
  landRanking,
  landSample,
  landSamples,
  type RankingAnswer,
} from './worker/landings.js'
export type { QueuedCall } from './rounds/queued-calls.js'
export { type Compared, findCompared, findSuite, selectSuites } from './evaluations/comparisons.js'
export { selectPairedGroups, selectPrefixPairs } from './evaluations/paired-counts.js'
export {
  createTrials,
  type OpenTrial,
  type ReadSample,
  selectFirstTrials,
  selectSecondsPerSample,
  selectOpenTrials,
  selectTrialsAhead,
} from './rounds/trials.js'
export { createImport, selectStoredPage } from './imports/imports.js'
export { extendEvaluation } from './evaluations/extension.js'
export { type CountedTexts, countTexts, FIRST_ROUND, judgeSamples, storeCopies } from './rounds/independence.js'
export * from './rounds/set-aside-methods.js'
export {
  findBenchmark,
  importedQuestions,
  listBenchmarks,
  type PromptParts,
  QuestionTwice,
  saveBenchmark,
} from './benchmarks/benchmarks.js'
export { type Outcomes, pauseSenseless, selectOutcomes } from './rounds/first-samples.js'
export { finishEvaluation, recountDecided } from './rounds/finish-evaluation.js'
export { databaseTime } from './connection/database-identity.js'
export {
  fixThreshold,
  type NewStanding,
  type NewVerdict,
  selectCalibration,
  type TrialChange,
  type UngradedAnswer,
  ungradedAnswers,
  writeDecisions,
  writeGrades,
} from './rounds/decisions.js'
export { inTurns, keptAwake } from './connection/turns.js'
export {
  findSubmitted,
  insertEvaluation,
  type NewEvaluation,
  selectOriginal,
  selectPast,
  selectPastOutcomes,
} from './evaluations/submission.js'
export { type Database, type Db, isOutage, transaction } from './connection/query.js'
export { failImport, failSilentImports } from './imports/broken-imports.js'
export { importSamples } from './imports/import-samples.js'
export {
  labelEvaluation,
  type ListedEvaluation,
  listEvaluations,
  selectAccuracies,
  countEvaluations,
  type ListPlace,
  type ListWanted,
  selectLabelsInUse,
} from './evaluations/list.js'
export {
  type LiveSums,
  type RemainingTotals,
  selectDrawing,
  selectEvaluationVersion,
  selectLiveSums,
  selectRemaining,
} from './statistics-tables/live.js'
export {
  EMPTY_SECONDS,
  forgetPoolPoints,
  IDLE_SECONDS,
  NOTE_SECONDS,
  type TeamWaits,
  type PointsWanted,
  type PoolPoint,
  selectTeamWaits,
  selectPoolPoints,
  selectPoolWorkers,
  selectTeamPoints,
  selectWorkerPoints,
  selectWorkerSpans,
  type TeamPoint,
  waitSeconds,
  type WorkerPoint,
  type WorkerSpan,
} from './pools/points.js'
export * from './pools/reservations.js'
export { pausePool, type PauseReader, resumePool, selectQueuesWanted } from './pools/pause.js'
export { listPools, pricePool, selectIdleSlots, type PoolModel, ensurePool } from './pools/pools.js'
export { promisePool } from './pools/promise.js'
export { selectDemand, type SharedDemand } from './pools/demand.js'
export * from './pools/status.js'
export { type QueuedRow, type QueueState, selectPoolQueue, setQueueVisibility } from './pools/queue.js'
export { notePools } from './pools/notes.js'
export { listEvents } from './evaluations/events.js'
export { type LockedEvaluation, lockEvaluation } from './rounds/evaluation-lock.js'
export {
  finishedRankings,
  insertRankings,
  type NewRanking,
  plannedRankings,
  type RankedSet,
  selectSet,
  type SetTrial,
  unparkTrials,
  writeRankingOrder,
} from './rounds/rankings.js'
export { type PlannedSample, planSamples, selectTeamRoom, dropDraws } from './rounds/draws.js'
export { type DrawingContext, runningEvaluations, selectDrawingContext } from './worker/drawing-context.js'
export { selectEvaluationTable } from './statistics-tables/evaluation-table.js'
export {
  type EvaluationTotals,
  RATE_WINDOW_SECONDS,
  selectEvaluationTotals,
} from './statistics-tables/evaluation-totals.js'
export { selectReadings } from './statistics-tables/distributions.js'
export {
  type ExportPlace,
  selectExportPage,
  selectSampleText,
  selectVoteRules,
  type StoredTrial,
} from './evaluations/exports.js'
export { countQuestions } from './questions/question-counts.js'
export {
  findNeighbours,
  LOOKED_AT,
  selectQuestionPage,
  type StoredQuestionRow,
  type TrialPlace,
} from './questions/question-page.js'
export { findQuestioned, type Questioned } from './questions/questioned.js'
export {
  findTrialId,
  selectQuestion,
  selectStoredTokens,
  selectTextPart,
  type StoredQuestion,
} from './questions/question.js'
export type { Selected } from './questions/selection.js'
export { reopenTrials, retryEvaluation, returnRetried } from './evaluations/retry.js'
export { type Allowance, selectAccounts, selectAllowance, selectEvaluationAccount } from './teams/accounts.js'
export { selectTeamAllowance } from './teams/limits.js'
export { selectLongestPrompt, selectTokensPerCall } from './benchmarks/tokens-per-call.js'
export { type FleetTotals, selectFleetTotals } from './statistics-tables/fleet-totals.js'
export { addVerdicts } from './imports/external-verdicts.js'
export * from './regrade/requests.js'
export * from './regrade/trials.js'
export { bookSpent, bothUsed, lockTurns, NO_ROOM, type Room, selectRoom, stopAtCap, type Used } from './rounds/room.js'
export { heartbeat, deregisterWorker, promiseAbilities } from './worker/registration.js'
export { renewLeases, selectNeeded } from './worker/leases.js'
export { listenForAbandoned, type WakeUps } from './worker/wake-ups.js'
export { type BenchmarkSource, requireStorage, StorageFull } from './benchmarks/uploads.js'
export * from './rounds/sweep.js'
export * from './connection/database-identity.js'
export * from './rounds/evaluation-lock.js'
export { takeLanded, type TakenSamples, takeRanked } from './rounds/landed.js'
export { verdictDigest } from './evaluations/verdicts.js'
export * from './identity/keys.js'
export * from './identity/sessions.js'
export * from './identity/people.js'
export * from './identity/group-roles.js'
export { endPerson, listPeople, readmitPerson } from './identity/administered-people.js'
export { createOwnKey, listOwnKeys, MOST_OWN_KEYS, revokeOwnKey } from './identity/own-keys.js'
export * from './identity/person-sessions.js'
export * from './sharing/saved-comparisons.js'
export {
  addComment,
  deleteComment,
  editComment,
  findComment,
  listComments,
  MOST_OF_BENCHMARK,
  MOST_OF_QUESTION,
  type StoredComment,
} from './questions/comments.js'
export { findShare, type OpenedShare } from './sharing/open-share.js'
export {
  changeShareLink,
  createShareLink,
  listShareLinks,
  MOST_SHARE_LINKS,
  revokeShareLink,
  shareHash,
} from './sharing/share-links.js'
export { findTeam, listTeams, createTeam, changeTeam } from './identity/teams.js'
export { loadPepper, parseKey, type Pepper } from './identity/secrets.js'
export { countUnsealed, selectSealed } from './identity/audit-chain.js'
export {
  type AuditWanted,
  listAudit,
  writeAudit,
  writeRefusal,
  type Retention,
  forgetExpired,
} from './identity/audit.js'
export { type RequestRates, takeHolderRequest, takeRefused, takeRequest } from './identity/rate-limits.js'
export * from './webhooks/deliveries.js'
export * from './webhooks/tests.js'
