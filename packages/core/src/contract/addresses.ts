import type { Address } from './route.js'

export const submitEvaluation = { method: 'post', path: '/v1/evaluations' } as const satisfies Address
export const listEvaluations = { method: 'get', path: '/v1/evaluations' } as const satisfies Address
export const exportEvaluations = { method: 'get', path: '/v1/exports/{file}' } as const satisfies Address
export const getLabels = { method: 'get', path: '/v1/labels' } as const satisfies Address
export const labelEvaluation = { method: 'patch', path: '/v1/evaluations/{id}' } as const satisfies Address
export const prioritizeEvaluation = { method: 'post', path: '/v1/evaluations/{id}/priority' } as const satisfies Address
export const getSpec = { method: 'get', path: '/v1/evaluations/{id}/spec' } as const satisfies Address
export const getEvaluation = { method: 'get', path: '/v1/evaluations/{id}' } as const satisfies Address
export const followEvaluation = { method: 'get', path: '/v1/evaluations/{id}/live' } as const satisfies Address
export const getGammaAdvice = {
  method: 'get',
  path: '/v1/evaluations/{id}/gamma/{signal}',
} as const satisfies Address
export const getFlips = { method: 'get', path: '/v1/evaluations/{id}/flips/{method}' } as const satisfies Address
export const getStatistics = { method: 'get', path: '/v1/evaluations/{id}/statistics' } as const satisfies Address
export const exportEvaluation = {
  method: 'get',
  path: '/v1/evaluations/{id}/exports/{file}',
} as const satisfies Address
export const getComparison = { method: 'get', path: '/v1/comparisons' } as const satisfies Address
export const judgeComparison = { method: 'get', path: '/v1/comparisons/statistics' } as const satisfies Address
export const submitSuite = { method: 'post', path: '/v1/suites' } as const satisfies Address
export const listSuites = { method: 'get', path: '/v1/suites' } as const satisfies Address
export const saveComparison = { method: 'post', path: '/v1/saved-comparisons' } as const satisfies Address
export const listSavedComparisons = { method: 'get', path: '/v1/saved-comparisons' } as const satisfies Address
export const deleteSavedComparison = {
  method: 'delete',
  path: '/v1/saved-comparisons/{saved}',
} as const satisfies Address
export const listQuestions = { method: 'get', path: '/v1/evaluations/{id}/questions' } as const satisfies Address
export const exportQuestions = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/exports/{file}',
} as const satisfies Address
export const countQuestions = { method: 'get', path: '/v1/evaluations/{id}/question-counts' } as const satisfies Address
export const getQuestion = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/{position}',
} as const satisfies Address
export const addComment = {
  method: 'post',
  path: '/v1/evaluations/{id}/questions/{position}/comments',
} as const satisfies Address
export const editComment = { method: 'patch', path: '/v1/comments/{comment}' } as const satisfies Address
export const deleteComment = { method: 'delete', path: '/v1/comments/{comment}' } as const satisfies Address
export const getSampleText = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/{position}/samples/{index}/text',
} as const satisfies Address
export const getSampleTokens = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/{position}/samples/{index}/tokens',
} as const satisfies Address
export const cancelEvaluation = { method: 'post', path: '/v1/evaluations/{id}/cancel' } as const satisfies Address
export const pauseEvaluation = { method: 'post', path: '/v1/evaluations/{id}/pause' } as const satisfies Address
export const resumeEvaluation = { method: 'post', path: '/v1/evaluations/{id}/resume' } as const satisfies Address
export const retryEvaluation = { method: 'post', path: '/v1/evaluations/{id}/retry' } as const satisfies Address
export const extendEvaluation = { method: 'post', path: '/v1/evaluations/{id}/extend' } as const satisfies Address
export const cloneEvaluation = { method: 'post', path: '/v1/evaluations/{id}/clone' } as const satisfies Address
export const renameEvaluation = { method: 'post', path: '/v1/evaluations/{id}/rename' } as const satisfies Address
export const archiveEvaluation = { method: 'post', path: '/v1/evaluations/{id}/archive' } as const satisfies Address
export const unarchiveEvaluation = { method: 'post', path: '/v1/evaluations/{id}/unarchive' } as const satisfies Address
export const deleteEvaluation = { method: 'delete', path: '/v1/evaluations/{id}' } as const satisfies Address
export const listEvents = { method: 'get', path: '/v1/evaluations/{id}/events' } as const satisfies Address
export const requestRegrade = { method: 'post', path: '/v1/evaluations/{id}/regrade' } as const satisfies Address
export const addVerdicts = { method: 'post', path: '/v1/evaluations/{id}/verdicts' } as const satisfies Address
export const getRegrade = { method: 'get', path: '/v1/evaluations/{id}/regrade' } as const satisfies Address
export const forecastEvaluation = { method: 'post', path: '/v1/forecasts' } as const satisfies Address
export const getAccounts = { method: 'get', path: '/v1/accounts' } as const satisfies Address
export const exportAccounts = { method: 'get', path: '/v1/accounts/months.csv' } as const satisfies Address
export const getTraffic = { method: 'get', path: '/v1/gateway/traffic' } as const satisfies Address
export const getEvaluationAccount = { method: 'get', path: '/v1/evaluations/{id}/account' } as const satisfies Address
export const createImport = { method: 'post', path: '/v1/imports' } as const satisfies Address
export const listStoredSamples = { method: 'get', path: '/v1/imports/{id}/samples' } as const satisfies Address
export const addSamples = { method: 'post', path: '/v1/imports/{id}/samples' } as const satisfies Address
export const listBenchmarks = { method: 'get', path: '/v1/benchmarks' } as const satisfies Address
export const importBenchmark = { method: 'post', path: '/v1/benchmarks' } as const satisfies Address
export const listWebhooks = { method: 'get', path: '/v1/webhooks' } as const satisfies Address
export const testWebhook = { method: 'post', path: '/v1/webhooks/{webhook}/tests' } as const satisfies Address
export const getWebhookTest = { method: 'get', path: '/v1/webhooks/{webhook}/tests/{test}' } as const satisfies Address
export const listDeliveries = { method: 'get', path: '/v1/evaluations/{id}/deliveries' } as const satisfies Address
export const getFleetStatus = { method: 'get', path: '/v1/status' } as const satisfies Address
export const listPools = { method: 'get', path: '/v1/pools' } as const satisfies Address
export const pricePool = { method: 'post', path: '/v1/pools/{pool}/price' } as const satisfies Address
export const promisePool = { method: 'post', path: '/v1/pools/{pool}/promise' } as const satisfies Address
export const pausePool = { method: 'post', path: '/v1/pools/{pool}/pause' } as const satisfies Address
export const resumePool = { method: 'post', path: '/v1/pools/{pool}/resume' } as const satisfies Address
export const listReservations = { method: 'get', path: '/v1/pools/{pool}/reservations' } as const satisfies Address
export const reserveSlots = { method: 'post', path: '/v1/pools/{pool}/reservations' } as const satisfies Address
export const cancelReservation = {
  method: 'delete',
  path: '/v1/pools/{pool}/reservations/{reservation}',
} as const satisfies Address
export const getPoolQueue = { method: 'get', path: '/v1/pools/{pool}/queue' } as const satisfies Address
export const setQueueVisibility = {
  method: 'post',
  path: '/v1/pools/{pool}/queue-visibility',
} as const satisfies Address
export const getQueueDepth = { method: 'get', path: '/v1/pools/{pool}/queue-depth' } as const satisfies Address
export const getPoolHistory = { method: 'get', path: '/v1/pools/{pool}/history' } as const satisfies Address
export const exportPoolHistory = { method: 'get', path: '/v1/pools/{pool}/exports/{file}' } as const satisfies Address
export const getPoolShares = { method: 'get', path: '/v1/pools/{pool}/shares' } as const satisfies Address
export const createShareLink = { method: 'post', path: '/v1/share-links' } as const satisfies Address
export const listShareLinks = { method: 'get', path: '/v1/share-links' } as const satisfies Address
export const changeShareLink = { method: 'patch', path: '/v1/share-links/{link}' } as const satisfies Address
export const revokeShareLink = { method: 'post', path: '/v1/share-links/{link}/revoke' } as const satisfies Address
export const getShared = { method: 'get', path: '/v1/shared' } as const satisfies Address
export const getSharedStatistics = { method: 'get', path: '/v1/shared/statistics' } as const satisfies Address
export const getSession = { method: 'get', path: '/v1/session' } as const satisfies Address
export const startSession = { method: 'post', path: '/v1/session' } as const satisfies Address
export const endSession = { method: 'delete', path: '/v1/session' } as const satisfies Address
export const chooseTeam = { method: 'post', path: '/v1/session/team' } as const satisfies Address
export const startSignIn = { method: 'get', path: '/v1/sign-in' } as const satisfies Address
export const finishSignIn = { method: 'get', path: '/v1/sign-in/callback' } as const satisfies Address
export const endByProvider = { method: 'post', path: '/v1/sign-in/back-channel' } as const satisfies Address
export const listTeams = { method: 'get', path: '/v1/teams' } as const satisfies Address
export const createTeam = { method: 'post', path: '/v1/teams' } as const satisfies Address
export const changeTeam = { method: 'patch', path: '/v1/teams/{team}' } as const satisfies Address
export const listKeys = { method: 'get', path: '/v1/keys' } as const satisfies Address
export const createKey = { method: 'post', path: '/v1/keys' } as const satisfies Address
export const rotateKey = { method: 'post', path: '/v1/keys/{id}/rotate' } as const satisfies Address
export const revokeKey = { method: 'post', path: '/v1/keys/{id}/revoke' } as const satisfies Address
export const listOwnKeys = { method: 'get', path: '/v1/own-keys' } as const satisfies Address
export const createOwnKey = { method: 'post', path: '/v1/own-keys' } as const satisfies Address
export const revokeOwnKey = { method: 'post', path: '/v1/own-keys/{id}/revoke' } as const satisfies Address
export const listPeople = { method: 'get', path: '/v1/people' } as const satisfies Address
export const endPerson = { method: 'post', path: '/v1/people/{person}/end' } as const satisfies Address
export const readmitPerson = { method: 'post', path: '/v1/people/{person}/readmit' } as const satisfies Address
export const listGroupRoles = { method: 'get', path: '/v1/group-roles' } as const satisfies Address
export const setGroupRole = { method: 'post', path: '/v1/group-roles' } as const satisfies Address
export const removeGroupRole = { method: 'post', path: '/v1/group-roles/{mapping}/remove' } as const satisfies Address
export const listAudit = { method: 'get', path: '/v1/audit' } as const satisfies Address
export const exportAudit = { method: 'get', path: '/v1/audit/exports/{file}' } as const satisfies Address
export const getAuditChain = { method: 'get', path: '/v1/audit/chain' } as const satisfies Address
export const getOpenapi = { method: 'get', path: '/v1/openapi.json' } as const satisfies Address
export const getDocs = { method: 'get', path: '/v1/docs' } as const satisfies Address
export const getHealth = { method: 'get', path: '/health' } as const satisfies Address
export const getReadiness = { method: 'get', path: '/ready' } as const satisfies Address
export const getMetrics = { method: 'get', path: '/metrics' } as const satisfies Address
