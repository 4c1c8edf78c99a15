import {
  AddComment,
  AddSamples,
  AddVerdicts,
  ArchiveEvaluation,
  CancelEvaluation,
  ChangeShareLink,
  ChangeTeam,
  ChooseTeam,
  CloneEvaluation,
  CreateImport,
  CreateKey,
  CreateOwnKey,
  CreateShareLink,
  CreateTeam,
  DeleteEvaluation,
  EditComment,
  EndByProvider,
  ExportAudit,
  ExtendEvaluation,
  ForecastEvaluation,
  ExportEvaluations,
  ExportQuestions,
  ImportBenchmark,
  JudgeComparison,
  LabelEvaluation,
  PrioritizeEvaluation,
  ListGroupRoles,
  ListKeys,
  pathOf,
  PauseEvaluation,
  PausePool,
  PricePool,
  PromisePool,
  ReserveSlots,
  GetComparison,
  GetOpenapi,
  RenameEvaluation,
  ResumeEvaluation,
  RetryEvaluation,
  RevokeOwnKey,
  RotateKey,
  SaveComparison,
  SetGroupRole,
  SetQueueVisibility,
  routeName,
  StartSession,
  SubmitEvaluation,
  SubmitSuite,
  UnarchiveEvaluation,
} from '@cges-fleet/core/contract'
import { POOL } from '../support/evaluation-rows.js'
import { commentOf, linkOf, mappingOf, personOf, reservationOf, savedOf, webhookOf } from './things-named.js'
import { idOf, type TestTeam, type Teams } from './use-teams.js'

/** A route as the API itself describes it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly scope: string | undefined
  readonly hasBody: boolean
}

/** A body for each route, naming things of `team`. A new route with a body must be added here, or the test fails. */
const BODIES: Readonly<Record<string, (team: TestTeam, n: number) => unknown>> = {
  [routeName(SubmitEvaluation)]: ({ name }) => ({ benchmark: `numbers-${name}`, pool: POOL, methods: ['sc@2'] }),
  [routeName(SubmitSuite)]: ({ name }, n) => ({
    suite: `suite ${n}`,
    benchmarks: [`numbers-${name}`],
    pools: [POOL],
    methods: ['sc@2'],
  }),
  [routeName(ForecastEvaluation)]: ({ name }) => ({ benchmark: `numbers-${name}`, pool: POOL, methods: ['sc@2'] }),
  [routeName(CancelEvaluation)]: () => ({}),
  [routeName(PauseEvaluation)]: () => ({}),
  [routeName(ResumeEvaluation)]: () => ({}),
  [routeName(ExtendEvaluation)]: () => ({ budget: 3 }),
  [routeName(RetryEvaluation)]: () => ({}),
  [routeName(CloneEvaluation)]: () => ({}),
  [routeName(RenameEvaluation)]: ({ mark }) => ({ name: `renamed ${mark}` }),
  [routeName(PrioritizeEvaluation)]: () => ({ priority: 'low' }),
  [routeName(LabelEvaluation)]: () => ({ tags: ['a tag'] }),
  [routeName(CreateImport)]: ({ name }, n) => ({
    benchmark: `numbers-${name}`,
    methods: ['sc@1'],
    model: 'm',
    source: { format: 'test', name: `log ${n}` },
  }),
  [routeName(AddSamples)]: () => ({ samples: [], complete: false }),
  [routeName(AddVerdicts)]: () => ({
    name: 'own',
    budget: 2,
    verdicts: [{ questionId: 'q0', replicate: 0, calls: 1, answer: null }],
  }),
  [routeName(ImportBenchmark)]: (_, n) => ({
    name: `new-${n}`,
    title: 'New',
    answerKind: 'text',
    template: '{question}',
    questions: [{ id: 'q', question: 'Q', answer: 'A' }],
  }),
  [routeName(PausePool)]: () => ({}),
  // As it is: what is shown of the other team must stay hidden.
  [routeName(SetQueueVisibility)]: () => ({ visibility: 'counts' }),
  [routeName(ReserveSlots)]: ({ name }) => ({
    team: name,
    slots: 1,
    until: new Date(Date.now() + 60_000).toISOString(),
  }),
  [routeName(PromisePool)]: (_, n) => ({ model: `model-${n}` }),
  [routeName(PricePool)]: () => ({ gpuHour: 2, currency: 'EUR' }),
  [routeName(StartSession)]: ({ keys }) => ({ key: keys.viewer }),
  [routeName(ChooseTeam)]: ({ name }) => ({ team: name }),
  [routeName(EndByProvider)]: () => ({ logout_token: 'x' }),
  [routeName(CreateTeam)]: (_, n) => ({ name: `team-${n}` }),
  [routeName(ChangeTeam)]: () => ({ weight: 2 }),
  [routeName(CreateKey)]: () => ({ name: 'new', role: 'viewer' }),
  [routeName(RotateKey)]: () => ({}),
  [routeName(CreateOwnKey)]: () => ({ name: 'laptop' }),
  [routeName(SetGroupRole)]: ({ name }, n) => ({ group: `/group ${n}`, role: 'viewer', team: name }),
  [routeName(AddComment)]: ({ mark }) => ({ text: `a comment ${mark}`, flag: 'ambiguous' }),
  [routeName(EditComment)]: ({ mark }) => ({ text: `an edited comment ${mark}` }),
  [routeName(SaveComparison)]: ({ evaluation, mark }, n) => ({
    name: `saved ${n} ${mark}`,
    chosen: { evaluations: [evaluation], with: 'own' },
  }),
  [routeName(ChangeShareLink)]: () => ({ days: 3 }),
  [routeName(CreateShareLink)]: ({ evaluation }) => ({ target: { kind: 'evaluation', evaluation } }),
}

/** Lists every route, from the API's own OpenAPI document. */
export async function operations({ ask }: Teams): Promise<Operation[]> {
  const { body } = await ask('GET', pathOf(GetOpenapi))
  const { paths } = body as { paths: Record<string, Record<string, { 'x-scope'?: string; requestBody?: object }>> }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      scope: operation['x-scope'],
      hasBody: operation.requestBody !== undefined,
    })),
  )
  // Read-only routes come first: later calls change what there is to read.
  return all.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))
}

/** The query of each route that names a team's things there. */
const QUERIES: Readonly<Record<string, (team: TestTeam) => string>> = {
  [routeName(ListKeys)]: ({ name }) => `?team=${name}`,
  [routeName(ListGroupRoles)]: ({ name }) => `?team=${name}`,
  [routeName(GetComparison)]: ({ evaluation }) => `?evaluations=${evaluation}&with=own`,
  [routeName(JudgeComparison)]: ({ evaluation }) => `?evaluations=${evaluation}&with=own`,
}

/** Whether a call names things of the team it is about. A person's own keys are refused to every other key alike. */
export function namesATeamsThing({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  if (path === RevokeOwnKey.at.path) return false
  const name = `${method} ${path}`
  const names = [CreateShareLink, SaveComparison, SetGroupRole].map(routeName)
  return /\{(id|team|person|link|saved|comment|mapping|webhook)\}/.test(path) || name in QUERIES || names.includes(name)
}

function queryOf({ method, path }: Pick<Operation, 'method' | 'path'>, team: TestTeam): string {
  return QUERIES[`${method} ${path}`]?.(team) ?? ''
}

/** Routes on an evaluation of one's own: each call gets one that the caller's key submitted, if a member may call it. */
const NEEDS_EVALUATION: ReadonlySet<string> = new Set(
  [RenameEvaluation, ArchiveEvaluation, UnarchiveEvaluation, DeleteEvaluation].map(routeName),
)

let made = 0

/** A body for a route, naming things of `team`. */
export function bodyOf({ method, path }: Pick<Operation, 'method' | 'path'>, team: TestTeam): unknown {
  const body = BODIES[`${method} ${path}`]
  if (body === undefined) throw new Error(`give a body that ${method} ${path} takes, in BODIES`)
  return body(team, ++made)
}

export interface Calling {
  /** The team whose things the call names, if the route names any. */
  readonly of: TestTeam
  readonly key: string | undefined
}

/** A file for each route that has files; `verdicts.csv` for any other. */
const FILES: Readonly<Record<string, string>> = {
  [ExportEvaluations.at.path]: 'evaluations.csv',
  [ExportQuestions.at.path]: 'questions.csv',
  [ExportAudit.at.path]: 'log.csv',
}

/** Calls a route with the given key. */
export async function callOperation(teams: Teams, { method, path, hasBody }: Operation, { of: team, key }: Calling) {
  const body = hasBody ? bodyOf({ method, path }, team) : undefined
  const isOfKey = path.startsWith(pathOf(ListKeys)) || path === RevokeOwnKey.at.path
  const keyId = isOfKey && method !== 'GET' ? idOf(await teams.newKey(team, 'viewer')) : ''
  const evaluation = NEEDS_EVALUATION.has(`${method} ${path}`) ? await teams.newEvaluation(team, key) : team.evaluation
  const link = path.includes('{link}') ? await linkOf(teams, team) : ''
  const saved = path.includes('{saved}') ? await savedOf(teams, team) : ''
  const comment = path.includes('{comment}') ? await commentOf(teams, team, key) : ''
  const person = path.includes('{person}') ? await personOf(teams, team) : ''
  const mapping = path.includes('{mapping}') ? await mappingOf(teams, team) : ''
  const reservation = path.includes('{reservation}') ? await reservationOf(teams, team) : ''
  const { webhook, test } = path.includes('{webhook}') ? await webhookOf(teams, team) : { webhook: '', test: '' }
  const where = path
    .replace('{mapping}', mapping)
    .replace('{reservation}', reservation)
    .replace('{webhook}', webhook)
    .replace('{test}', test)
    .replace('{person}', encodeURIComponent(person))
    .replace('{comment}', comment)
    .replace('{link}', link)
    .replace('{saved}', saved)
    .replace('{team}', team.name)
    .replace('{pool}', POOL)
    .replace('{file}', FILES[path] ?? 'verdicts.csv')
    .replace('{position}', '0')
    .replace('{index}', '0')
    .replace('{signal}', 'lns-arith')
    .replace('{method}', 'sc@2')
    .replace('{id}', isOfKey ? keyId : evaluation)
  if (where.includes('{')) throw new Error(`say what ${where} stands for`)
  return teams.ask(method, where + queryOf({ method, path }, team), { key, ...(body === undefined ? {} : { body }) })
}
