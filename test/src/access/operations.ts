import {
  AddSamples,
  AddVerdicts,
  CancelEvaluation,
  ChangeTeam,
  CloneEvaluation,
  CreateImport,
  CreateKey,
  CreateTeam,
  ExtendEvaluation,
  ForecastEvaluation,
  ExportEvaluations,
  ExportQuestions,
  ImportBenchmark,
  JudgeComparison,
  LabelEvaluation,
  ListKeys,
  pathOf,
  PauseEvaluation,
  GetComparison,
  GetOpenapi,
  ResumeEvaluation,
  RetryEvaluation,
  RotateKey,
  routeName,
  StartSession,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { POOL } from '../support/evaluation-rows.js'
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
  [routeName(ForecastEvaluation)]: ({ name }) => ({ benchmark: `numbers-${name}`, pool: POOL, methods: ['sc@2'] }),
  [routeName(CancelEvaluation)]: () => ({}),
  [routeName(PauseEvaluation)]: () => ({}),
  [routeName(ResumeEvaluation)]: () => ({}),
  [routeName(ExtendEvaluation)]: () => ({ budget: 3 }),
  [routeName(RetryEvaluation)]: () => ({}),
  [routeName(CloneEvaluation)]: () => ({}),
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
  [routeName(StartSession)]: ({ keys }) => ({ key: keys.viewer }),
  [routeName(CreateTeam)]: (_, n) => ({ name: `team-${n}` }),
  [routeName(ChangeTeam)]: () => ({ weight: 2 }),
  [routeName(CreateKey)]: () => ({ name: 'new', role: 'viewer' }),
  [routeName(RotateKey)]: () => ({}),
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
  [routeName(GetComparison)]: ({ evaluation }) => `?evaluations=${evaluation}&with=own`,
  [routeName(JudgeComparison)]: ({ evaluation }) => `?evaluations=${evaluation}&with=own`,
}

/** Whether a call names things of the team it is about. */
export function namesATeamsThing({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  return /\{id\}|\{team\}/.test(path) || `${method} ${path}` in QUERIES
}

function queryOf({ method, path }: Pick<Operation, 'method' | 'path'>, team: TestTeam): string {
  return QUERIES[`${method} ${path}`]?.(team) ?? ''
}

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
}

/** Calls a route with the given key. */
export async function callOperation(teams: Teams, { method, path, hasBody }: Operation, { of: team, key }: Calling) {
  const body = hasBody ? bodyOf({ method, path }, team) : undefined
  const keyId = path.startsWith(pathOf(ListKeys)) && method !== 'GET' ? idOf(await teams.newKey(team, 'viewer')) : ''
  const where = path
    .replace('{team}', team.name)
    .replace('{pool}', POOL)
    .replace('{file}', FILES[path] ?? 'verdicts.csv')
    .replace('{position}', '0')
    .replace('{index}', '0')
    .replace('{signal}', 'lns-arith')
    .replace('{id}', path.startsWith(pathOf(ListKeys)) ? keyId : team.evaluation)
  if (where.includes('{')) throw new Error(`say what ${where} stands for`)
  return teams.ask(method, where + queryOf({ method, path }, team), { key, ...(body === undefined ? {} : { body }) })
}
