import { createHash, randomInt } from 'node:crypto'
import {
  type CloneRequest,
  defaultSampling,
  EvaluationDraft,
  type EvaluationSpec,
  MOST_INTERACTIVE,
  type PoolView,
  Sampling,
  type SubmittedSuite,
  type SuiteSpec,
  untilDraft,
  untilProblem,
} from '@cges-fleet/core'
import {
  type Database,
  type Db,
  findBenchmark,
  findSubmitted,
  freeDefaultName,
  insertEvaluation,
  listBenchmarks,
  listPools,
  listWebhooks,
  newId,
  type NewEvaluation,
  selectLongestPrompt,
  selectOriginal,
  type TeamId,
  transaction,
} from '@cges-fleet/db'
import { IMPORTABLE_BENCHMARKS } from '@cges-fleet/formats'
import { didYouMean, methodKey, type MethodSpec } from '@cges-fleet/methods'
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

/**
 * Stores an evaluation for each benchmark on each pool, all or none, once per idempotency key; names in a refusal the
 * one that is refused.
 */
export async function submitSuite(
  db: Database,
  team: TeamId,
  { spec, idempotencyKey, owner }: { spec: SuiteSpec; idempotencyKey: string | null; owner: string | null },
): Promise<{ readonly evaluations: SubmittedSuite['evaluations']; readonly repeated: boolean }> {
  const { benchmarks, pools, ...shared } = spec
  const places = benchmarks.flatMap((benchmark) => pools.map((pool) => ({ benchmark, pool })))
  const groups = new Map(benchmarks.map((benchmark) => [benchmark, newId()]))
  const resolved: NewEvaluation[] = []
  for (const [at, place] of places.entries()) {
    // No client's key has a space.
    const key = idempotencyKey === null ? null : `${idempotencyKey} ${at}`
    const submission = { spec: { ...shared, ...place }, idempotencyKey: key, owner }
    const evaluation = inGroup(await resolveSubmission(db, team, submission), groups.get(place.benchmark) ?? '')
    if ((await findSubmitted(db, team, evaluation)) === null) await admit(db, team, evaluation)
    resolved.push(evaluation)
  }
  const stored = await transaction(db, async (tx) => {
    const all: Submitted[] = []
    for (const evaluation of resolved) all.push(await store(tx, team, evaluation))
    return all
  })
  return {
    evaluations: places.map((place, at) => ({ ...place, id: stored[at]?.id ?? '' })),
    repeated: stored.every(({ repeated }) => repeated),
  }
}

/** Names the evaluations of one benchmark that are compared with each other. */
function inGroup(evaluation: NewEvaluation, group: string): NewEvaluation {
  const { until } = evaluation
  return until?.kind === 'models' ? { ...evaluation, until: { ...until, group } } : evaluation
}

/** Stores an evaluation that can end within its team's limits; a repeated idempotency key returns the existing one. */
async function storeAdmitted(db: Database, team: TeamId, evaluation: NewEvaluation): Promise<Submitted> {
  if ((await findSubmitted(db, team, evaluation)) === null) await admit(db, team, evaluation)
  return store(db, team, evaluation)
}

async function store(db: Db, team: TeamId, evaluation: NewEvaluation): Promise<Submitted> {
  const inserted = await insertEvaluation(db, team, { ...evaluation, traceparent: activeTraceparent() })
  if (inserted.kind === 'conflict') {
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was used before with another body: send a new key with a new body.',
    )
  }
  return { id: inserted.id, repeated: inserted.kind === 'repeated' }
}

function unknownBenchmark(name: string, imported: readonly string[]): string {
  const how = IMPORTABLE_BENCHMARKS.includes(name) ? ` with cges benchmark import ${name}` : ''
  const others = imported.length === 0 ? '' : `, or choose ${imported.join(', ')}`
  return `there is no benchmark "${name}": import it first${how}${others}${didYouMean(name, imported)}`
}

/** Resolves what a submission would store; refuses unknown names and what is too large for interactive work. */
export async function resolveSubmission(db: Database, team: TeamId, submission: Submission): Promise<NewEvaluation> {
  const { spec, idempotencyKey } = submission
  const benchmark = await findBenchmark(db, team, { name: spec.benchmark })
  if (benchmark === null) {
    const imported = (await listBenchmarks(db, team)).map(({ name }) => name)
    throw refuseField('benchmark', unknownBenchmark(spec.benchmark, imported))
  }
  const pools = await listPools(db)
  const pool = pools.find(({ name }) => name === spec.pool)
  if (pool === undefined) {
    const known = pools.map(({ name }) => name)
    throw refuseField(
      'pool',
      `there is no pool "${spec.pool}"; ${list(known, 'start a worker with POOL set to it')}${didYouMean(spec.pool, known)}`,
    )
  }
  await refuseWebhook(db, team, spec.notify ?? null)
  const questions = spec.questions ?? benchmark.view.questions
  refuseQuestions(spec, questions, benchmark.view.questions)
  const sampling = Sampling.parse({ ...defaultSampling(spec.reasoning), ...benchmark.sampling, ...spec.sampling })
  const runnable = runnableOn(pool, { methods: spec.methods, sampling })
  refuseEnds(spec, runnable.methods)
  if (spec.sampling.maxTokens !== undefined) {
    const longestPrompt = await selectLongestPrompt(db, { benchmarkId: benchmark.id, questions })
    refuseTooLong(spec, contextOf(pool.maxModelLen, longestPrompt, sampling.maxTokens))
  }
  return {
    ...asGiven(spec, pool),
    ...runnable,
    name: spec.name ?? (await freeDefaultName(db, team, `${benchmark.view.title} on ${spec.pool}`)),
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

/** What the store takes as it is given; on a pool without a price idle slots cost nobody anything. */
function asGiven(spec: EvaluationSpec, { price }: Pick<PoolView, 'price'>) {
  const { methods, paper, seed, replicates, caps, interactive, priority, finishBy, audit, until } = spec
  const lookahead = spec.lookahead ?? (price === null ? 'auto' : 'off')
  return { methods, paper, seed, replicates, caps, interactive, priority, lookahead, finishBy, audit, until }
}

/** Refuses to end an evaluation early by methods of which the pool cannot run some. */
function refuseUntil(until: EvaluationSpec['until'], methods: readonly MethodSpec[]): void {
  const problem = until === undefined ? null : untilProblem(until, methods)
  if (problem !== null) throw refuseField(['until', ...problem.path].join('.'), problem.problem)
}

/** Refuses an end that cannot be reached, or lies behind. */
function refuseEnds(
  { until, finishBy }: Pick<EvaluationSpec, 'until' | 'finishBy'>,
  methods: readonly MethodSpec[],
): void {
  refuseUntil(until, methods)
  if (finishBy === undefined || Date.parse(finishBy) > Date.now()) return
  throw refuseField('finishBy', `must lie ahead: it is ${new Date().toISOString()} here`)
}

function refuseQuestions(spec: EvaluationSpec, questions: number, known: number): void {
  if (questions > known) throw refuseField('questions', `benchmark "${spec.benchmark}" has ${known}`)
  refuseTooFew(spec.methods, questions)
  const most = questions * spec.replicates * Math.max(...spec.methods.map(({ budget }) => budget))
  if (!spec.interactive || most <= MOST_INTERACTIVE) return
  throw refuseField(
    'interactive',
    `allows at most ${MOST_INTERACTIVE} samples; this evaluation may draw ${most}. Use fewer questions, or remove interactive`,
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
  const { name = rerunName(original.name), pool: poolName = original.pool, seed = anySeed(), suite = null } = changes
  const wanted = { ...original, ...ofItsOwn(original), name, pool: poolName, seed, suite }
  const pool = (await listPools(db)).find(({ name }) => name === wanted.pool)
  if (pool === undefined) throw refuseField('pool', `there is no pool "${wanted.pool}"`)
  const methods = [...original.methods, ...(original.setAside ?? []).map(({ spec }) => spec)]
  const runnable = runnableOn(pool, { ...wanted, methods })
  refuseUntil(wanted.until, runnable.methods)
  await refuseWebhook(db, team, wanted.notify ?? null)
  const hash = createHash('sha256')
    .update(JSON.stringify([id, changes]))
    .digest('hex')
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, hash }
  const reason = { kind: 'rerun', counts: {}, why: id } as const
  return storeAdmitted(db, team, { ...wanted, ...runnable, owner, idempotency, reason })
}

/** A rerun is wanted at no time, and compared with no model of a suite. */
function ofItsOwn({ until }: NewEvaluation): Pick<NewEvaluation, 'finishBy' | 'until'> {
  return { finishBy: undefined, until: until?.kind === 'models' ? undefined : until }
}

const LONGEST_NAME = 120
const RERUN = ' (rerun)'

function rerunName(name: string): string {
  return `${name.slice(0, LONGEST_NAME - RERUN.length)}${RERUN}`
}

/** Another seed draws other samples: only then does a rerun say anything new. */
function anySeed(): number {
  return randomInt(1, 2 ** 31)
}

/** Loads the specification that would submit a caller's evaluation once more, with every default written out. */
export async function loadSpec(caller: Pick<Caller, 'db' | 'team'>, id: string): Promise<EvaluationDraft> {
  const original = await selectOriginal(caller.db, caller.team, id)
  if (original === null) throw unknownEvaluation(id)
  const { benchmark } = await loadView(caller, id)
  const { benchmarkId: _id, idempotency: _key, suite, methods, setAside = [], until, notify, ...same } = original
  return EvaluationDraft.parse({
    ...same,
    suite: suite ?? undefined,
    benchmark: benchmark.name,
    methods: [...methods, ...setAside.map(({ spec }) => spec)].map(methodKey),
    until: until === undefined || until.kind === 'models' ? undefined : untilDraft(until),
    notify: notify ?? undefined,
  })
}

/** Refuses a webhook that the fleet does not have, or not for this team. */
async function refuseWebhook(db: Db, team: TeamId, notify: string | null): Promise<void> {
  if (notify === null) return
  const known = (await listWebhooks(db, team)).map(({ name }) => name)
  if (known.includes(notify)) return
  const others = known.length === 0 ? 'this fleet has none for your team' : `known: ${known.join(', ')}`
  throw refuseField('notify', `there is no webhook "${notify}"; ${others}. A fleet operator adds webhooks`)
}
