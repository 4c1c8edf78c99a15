import { createHash } from 'node:crypto'
import type { ImportSpec } from '@cges-fleet/core'
import { createImport, type Database, findBenchmark, type TeamId } from '@cges-fleet/db'
import { Refusal, refuseField } from '../http/refusal.js'

interface Importing {
  readonly spec: ImportSpec
  readonly idempotencyKey: string | null
  /** The name of the key it is imported with. */
  readonly owner: string | null
}

/** Creates the evaluation that a log's samples are sent to, once per idempotency key. Refuses an unknown benchmark. */
export async function createEvaluation(
  db: Database,
  team: TeamId,
  { spec, idempotencyKey, owner }: Importing,
): Promise<{ id: string; repeated: boolean }> {
  const named = { name: spec.benchmark, ...(spec.revision === undefined ? {} : { revision: spec.revision }) }
  const benchmark = await findBenchmark(db, team, named)
  if (benchmark === null) {
    throw refuseField('benchmark', `there is no benchmark "${spec.benchmark}": import the log's questions first`)
  }
  const pool = poolOf(spec.model)
  const made = await createImport(db, team, {
    name: spec.name ?? `${benchmark.view.title}, ${spec.model} (imported)`,
    suite: spec.suite ?? null,
    benchmarkId: benchmark.id,
    pool,
    model: spec.model,
    source: spec.source,
    methods: spec.methods,
    sampling: spec.sampling,
    owner,
    idempotency: idempotencyKey === null ? null : { key: idempotencyKey, hash: digest(JSON.stringify(spec)) },
  })
  if (made.kind === 'conflict') {
    throw new Refusal('conflict', 'This Idempotency-Key was used before with another body: send a new key.')
  }
  return { id: made.id, repeated: made.kind === 'repeated' }
}

/** Each model named by a log gets its own pool, from which no sample is ever drawn. */
function poolOf(model: string): string {
  const slug = model
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
    .slice(0, 22)
    .replace(/-$/u, '')
  return ['imported', slug, digest(model).slice(0, 6)].filter((part) => part !== '').join('-')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
