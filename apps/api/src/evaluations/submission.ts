import { createHash } from 'node:crypto'
import {
  type CloneRequest,
  defaultSampling,
  EvaluationDraft,
  type EvaluationSpec,
  MOST_INTERACTIVE,
  Sampling,
} from '@cges-fleet/core'
import {
  type Database,
  type Db,
  findBenchmark,
  findSubmitted,
  insertEvaluation,
  listBenchmarks,
  listPools,
  listWebhooks,
  type NewEvaluation,
  selectLongestPrompt,
  selectOriginal,
  type TeamId,
} from '@cges-fleet/db'
import { methodKey } from '@cges-fleet/methods'
import { activeTraceparent } from '@cges-fleet/telemetry'
import type { Caller } from '../access/caller.js'
import { admit, contextOf, refuseTooLong } from '../accounts/forecast.js'
import { Refusal, refuseField } from '../http/refusal.js'
import { loadView, unknownEvaluation } from './evaluation-view.js'
import { refuseTooFew, runnableOn } from './runnable.js'

interface Submission {
  readonly spec: EvaluationSpec
  readonly idempotencyKey: string | null
  /** The name of the key it is submitted with. */
  readonly owner?: string | null
}

/**
 * Stores a submitted evaluation, once per idempotency key. Refuses, without changing anything, unknown benchmarks and
 * pools and what its team's limits cannot let end.
 */
export async function submitEvaluation(db: Database, team: TeamId, submission: Submission): Promise<Submitted> {
  return storeAdmitted(db, team, await resolveSubmission(db, team, submission))
}

interface Submitted {
  readonly id: string
  readonly repeated: boolean
}

/** Stores an evaluation that can end within its team's limits; a repeated idempotency key returns the existing one. */
async function storeAdmitted(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<Submitted> {
  if ((await findSubmitted(db, team, evaluation)) === null) await admit(db, team, evaluation)
  const inserted = await insertEvaluation(db, team, { ...evaluation, traceparent: activeTraceparent() })
  if (inserted.kind === 'conflict') {
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was used before with another body: send a new key with a new body.',
    )
  }
  return { id: inserted.id, repeated: inserted.kind === 'repeated' }
}

/** Resolves what a submission would store; refuses unknown names and what is too large for interactive work. */
export async function resolveSubmission(db: Database, team: TeamId, submission: Submission): Promise<NewEvaluation> {
  const { spec, idempotencyKey } = submission
  const benchmark = await findBenchmark(db, team, { name: spec.benchmark })
  if (benchmark === null) {
    const known = (await listBenchmarks(db, team)).map(({ name }) => name)
    throw refuseField('benchmark', `there is no benchmark "${spec.benchmark}"; ${list(known, 'import one first')}`)
  }
  const pools = await listPools(db)
  const pool = pools.find(({ name }) => name === spec.pool)
  if (pool === undefined) {
    const known = pools.map(({ name }) => name)
    throw refuseField('pool', `there is no pool "${spec.pool}"; ${list(known, 'start a worker with POOL set to it')}`)
  }
  await refuseWebhook(db, team, spec.notify ?? null)
  const questions = spec.questions ?? benchmark.view.questions
  refuseQuestions(spec, questions, benchmark.view.questions)
  const sampling = Sampling.parse({ ...defaultSampling(spec.reasoning), ...benchmark.sampling, ...spec.sampling })
  const runnable = runnableOn(pool, { methods: spec.methods, sampling })
  if (spec.sampling.maxTokens !== undefined) {
    const longestPrompt = await selectLongestPrompt(db, { benchmarkId: benchmark.id, questions })
    refuseTooLong(spec, contextOf(pool.maxModelLen, longestPrompt, sampling.maxTokens))
  }
  return {
    ...asGiven(spec),
    ...runnable,
    name: spec.name ?? `${benchmark.view.title} on ${spec.pool}`,
    suite: spec.suite ?? null,
    benchmarkId: benchmark.id,
    pool: spec.pool,
    sampling,
    questions,
    notify: spec.notify ?? null,
    owner: submission.owner ?? null,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, hash: hashOf(spec) },
  }
}

function asGiven({ methods, paper, seed, replicates, caps, interactive, lookahead, audit }: EvaluationSpec) {
  return { methods, paper, seed, replicates, caps, interactive, lookahead, audit }
}

function refuseQuestions(spec: EvaluationSpec, questions: number, known: number): void {
  if (questions > known) throw refuseField('questions', `benchmark "${spec.benchmark}" has ${known}`)
  refuseTooFew(spec.methods, questions)
  const most = questions * spec.replicates * Math.max(...spec.methods.map(({ budget }) => budget))
  if (!spec.interactive || most <= MOST_INTERACTIVE) return
  throw refuseField(
    'interactive',
    `it may come to ${most} samples, and interactive work to ${MOST_INTERACTIVE}: ask for fewer questions, or leave it out`,
  )
}

function list(known: readonly string[], otherwise: string): string {
  return known.length === 0 ? `there is none yet: ${otherwise}` : `known: ${known.join(', ')}`
}

function hashOf(spec: EvaluationSpec): string {
  return createHash('sha256').update(JSON.stringify(spec)).digest('hex')
}

interface Cloning {
  readonly id: string
  readonly changes: CloneRequest
  readonly idempotencyKey: string | null
  /** The name of the key it is cloned with. */
  readonly owner: string | null
}

/** Submits an evaluation again with the specification of another, on the same revision of its benchmark. */
export async function cloneEvaluation(
  db: Database,
  team: TeamId,
  { id, changes, idempotencyKey, owner }: Cloning,
): Promise<Submitted> {
  const original = await selectOriginal(db, team, id)
  if (original === null) throw unknownEvaluation(id)
  const {
    name = `${original.name} (clone)`.slice(0, 120),
    pool: poolName = original.pool,
    seed = original.seed,
  } = changes
  const wanted = { ...original, name, pool: poolName, seed }
  const pool = (await listPools(db)).find(({ name }) => name === wanted.pool)
  if (pool === undefined) throw refuseField('pool', `there is no pool "${wanted.pool}"`)
  const methods = [...original.methods, ...(original.setAside ?? []).map(({ spec }) => spec)]
  const runnable = runnableOn(pool, { ...wanted, methods })
  await refuseWebhook(db, team, wanted.notify ?? null)
  const hash = createHash('sha256')
    .update(JSON.stringify([id, changes]))
    .digest('hex')
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, hash }
  return storeAdmitted(db, team, { ...wanted, ...runnable, owner, idempotency, reason: `a clone of ${id}` })
}

/** Loads the specification that would submit a caller's evaluation once more, with every default written out. */
export async function loadSpec(caller: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationDraft> {
  const original = await selectOriginal(caller.db, caller.team, id)
  if (original === null) throw unknownEvaluation(id)
  const { benchmark } = await loadView(caller, id)
  const {
    name,
    suite,
    pool,
    methods,
    setAside = [],
    sampling,
    seed,
    replicates,
    questions,
    caps,
    paper,
    interactive,
    lookahead,
    audit,
    notify,
  } = original
  return EvaluationDraft.parse({
    name,
    suite: suite ?? undefined,
    benchmark: benchmark.name,
    pool,
    methods: [...methods, ...setAside.map(({ spec }) => spec)].map(methodKey),
    sampling,
    seed,
    replicates,
    questions,
    caps,
    paper,
    interactive,
    lookahead,
    audit,
    notify: notify ?? undefined,
  })
}

/** Refuses a webhook that the fleet does not have, or not for this team. */
async function refuseWebhook(db: Db, team: TeamId, notify: string | null): Promise<void> {
  if (notify === null) return
  const known = (await listWebhooks(db, team)).map(({ name }) => name)
  if (known.includes(notify)) return
  const others = known.length === 0 ? 'this fleet has none for your team' : `known: ${known.join(', ')}`
  throw refuseField('notify', `there is no webhook "${notify}"; ${others}. Whoever runs the fleet enters them`)
}
