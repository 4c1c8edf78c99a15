import type { Address } from './address.js'

export const submitEvaluation = { method: 'post', path: '/v1/evaluations' } as const satisfies Address
export const listEvaluations = { method: 'get', path: '/v1/evaluations' } as const satisfies Address
export const exportEvaluations = { method: 'get', path: '/v1/exports/{file}' } as const satisfies Address
export const readLabels = { method: 'get', path: '/v1/labels' } as const satisfies Address
export const labelEvaluation = { method: 'patch', path: '/v1/evaluations/{id}' } as const satisfies Address
export const readSpec = { method: 'get', path: '/v1/evaluations/{id}/spec' } as const satisfies Address
export const readEvaluation = { method: 'get', path: '/v1/evaluations/{id}' } as const satisfies Address
export const followEvaluation = { method: 'get', path: '/v1/evaluations/{id}/live' } as const satisfies Address
export const readStatistics = { method: 'get', path: '/v1/evaluations/{id}/statistics' } as const satisfies Address
export const exportEvaluation = {
  method: 'get',
  path: '/v1/evaluations/{id}/exports/{file}',
} as const satisfies Address
export const listQuestions = { method: 'get', path: '/v1/evaluations/{id}/questions' } as const satisfies Address
export const countQuestions = { method: 'get', path: '/v1/evaluations/{id}/question-counts' } as const satisfies Address
export const readQuestion = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/{position}',
} as const satisfies Address
export const readSampleText = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/{position}/samples/{index}/text',
} as const satisfies Address
export const readSampleTokens = {
  method: 'get',
  path: '/v1/evaluations/{id}/questions/{position}/samples/{index}/tokens',
} as const satisfies Address
export const cancelEvaluation = { method: 'post', path: '/v1/evaluations/{id}/cancel' } as const satisfies Address
export const pauseEvaluation = { method: 'post', path: '/v1/evaluations/{id}/pause' } as const satisfies Address
export const resumeEvaluation = { method: 'post', path: '/v1/evaluations/{id}/resume' } as const satisfies Address
export const retryEvaluation = { method: 'post', path: '/v1/evaluations/{id}/retry' } as const satisfies Address
export const extendEvaluation = { method: 'post', path: '/v1/evaluations/{id}/extend' } as const satisfies Address
export const cloneEvaluation = { method: 'post', path: '/v1/evaluations/{id}/clone' } as const satisfies Address
export const listEvents = { method: 'get', path: '/v1/evaluations/{id}/events' } as const satisfies Address
export const requestRegrade = { method: 'post', path: '/v1/evaluations/{id}/regrade' } as const satisfies Address
export const readRegrade = { method: 'get', path: '/v1/evaluations/{id}/regrade' } as const satisfies Address
export const forecastEvaluation = { method: 'post', path: '/v1/forecasts' } as const satisfies Address
export const readAccounts = { method: 'get', path: '/v1/accounts' } as const satisfies Address
export const readEvaluationAccount = { method: 'get', path: '/v1/evaluations/{id}/account' } as const satisfies Address
export const createImport = { method: 'post', path: '/v1/imports' } as const satisfies Address
export const listStoredSamples = { method: 'get', path: '/v1/imports/{id}/samples' } as const satisfies Address
export const addSamples = { method: 'post', path: '/v1/imports/{id}/samples' } as const satisfies Address
export const listBenchmarks = { method: 'get', path: '/v1/benchmarks' } as const satisfies Address
export const importBenchmark = { method: 'post', path: '/v1/benchmarks' } as const satisfies Address
export const listPools = { method: 'get', path: '/v1/pools' } as const satisfies Address
export const readQueueDepth = { method: 'get', path: '/v1/pools/{pool}/queue-depth' } as const satisfies Address
export const readPoolShares = { method: 'get', path: '/v1/pools/{pool}/shares' } as const satisfies Address
export const readSession = { method: 'get', path: '/v1/session' } as const satisfies Address
export const startSession = { method: 'post', path: '/v1/session' } as const satisfies Address
export const endSession = { method: 'delete', path: '/v1/session' } as const satisfies Address
export const listTeams = { method: 'get', path: '/v1/teams' } as const satisfies Address
export const createTeam = { method: 'post', path: '/v1/teams' } as const satisfies Address
export const changeTeam = { method: 'patch', path: '/v1/teams/{team}' } as const satisfies Address
export const listKeys = { method: 'get', path: '/v1/keys' } as const satisfies Address
export const createKey = { method: 'post', path: '/v1/keys' } as const satisfies Address
export const rotateKey = { method: 'post', path: '/v1/keys/{id}/rotate' } as const satisfies Address
export const revokeKey = { method: 'post', path: '/v1/keys/{id}/revoke' } as const satisfies Address
export const listAudit = { method: 'get', path: '/v1/audit' } as const satisfies Address
export const readOpenapi = { method: 'get', path: '/v1/openapi.json' } as const satisfies Address
export const readDocs = { method: 'get', path: '/v1/docs' } as const satisfies Address
export const readHealth = { method: 'get', path: '/health' } as const satisfies Address
export const readReadiness = { method: 'get', path: '/ready' } as const satisfies Address
export const readMetrics = { method: 'get', path: '/metrics' } as const satisfies Address
