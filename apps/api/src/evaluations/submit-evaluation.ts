import { createHash } from 'node:crypto'
import { DEFAULT_SAMPLING, type EvaluationSpec, fleetRefusal, type PoolView, Sampling } from '@cges-fleet/core'
import {
  type DataSource,
  findBenchmark,
  insertEvaluation,
  listBenchmarks,
  listPools,
  type NewEvaluation,
  type TeamId,
} from '@cges-fleet/db'
import { Refusal, refuseField } from '../http/refusal.js'

export interface Submission {
  readonly spec: EvaluationSpec
  readonly idempotencyKey: string | null
}

/** Stores a submitted evaluation, once per idempotency key. Refuses what names an unknown benchmark or pool, and changes nothing then. */
export async function submitEvaluation(
  db: DataSource,
  team: TeamId,
  submission: Submission,
): Promise<{ id: string; repeated: boolean }> {
  const evaluation = await resolve(db, team, submission)
  const inserted = await insertEvaluation(db, team, evaluation)
  if (inserted.kind === 'conflict') {
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was used before with another body: send a new key with a new body.',
    )
  }
  return { id: inserted.id, repeated: inserted.kind === 'repeated' }
}

async function resolve(db: DataSource, team: TeamId, { spec, idempotencyKey }: Submission): Promise<NewEvaluation> {
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
  refuseUnrunnable(spec, pool)
  const questions = spec.questions ?? benchmark.view.questions
  if (questions > benchmark.view.questions) {
    throw refuseField('questions', `benchmark "${spec.benchmark}" has ${benchmark.view.questions}`)
  }
  return {
    name: spec.name ?? `${benchmark.view.title} on ${spec.pool}`,
    suite: spec.suite ?? null,
    benchmarkId: benchmark.id,
    pool: spec.pool,
    methods: spec.methods,
    sampling: Sampling.parse({ ...DEFAULT_SAMPLING, ...benchmark.sampling, ...spec.sampling }),
    seed: spec.seed,
    replicates: spec.replicates,
    questions,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, hash: hashOf(spec) },
  }
}

/** A method that the pool's workers could not compute would block every trial. */
function refuseUnrunnable({ methods }: EvaluationSpec, pool: PoolView): void {
  for (const [position, method] of methods.entries()) {
    const why = fleetRefusal(method, pool)
    if (why !== null) throw refuseField(`methods.${position}`, why)
  }
}

function list(known: readonly string[], otherwise: string): string {
  return known.length === 0 ? `there is none yet: ${otherwise}` : `known: ${known.join(', ')}`
}

function hashOf(spec: EvaluationSpec): string {
  return createHash('sha256').update(JSON.stringify(spec)).digest('hex')
}
