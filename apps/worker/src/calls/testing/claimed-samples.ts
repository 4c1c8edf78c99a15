import { randomUUID } from 'node:crypto'
import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import {
  claimCall,
  type ClaimedCall,
  createTrials,
  type DataSource,
  ensurePool,
  findBenchmark,
  heartbeat,
  insertEvaluation,
  LOCAL_TEAM,
  lockEvaluation,
  newId,
  openDatabase,
  planSamples,
  saveBenchmark,
  transaction,
} from '@cges-fleet/db'
import { inject } from 'vitest'

/** Clones the test run's migrated database, whose PostgreSQL is started once for the whole run. */
export async function cloneDatabase(): Promise<{ db: DataSource; drop: () => Promise<void> }> {
  const url = new URL(inject<never>('postgres' as never))
  const name = `w_${randomUUID().replaceAll('-', '')}`
  url.pathname = '/postgres'
  const server = await openDatabase({ url: url.href, application: 'test', connections: 1 })
  await server.query(`CREATE DATABASE ${name} TEMPLATE cges`)
  url.pathname = `/${name}`
  const db = await openDatabase({ url: url.href, application: 'test', connections: 4 })
  const drop = async () => {
    await db.destroy()
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.destroy()
  }
  return { db, drop }
}

/** Submits an evaluation, plans samples of its first trial, and claims the calls that draw them. */
export async function claimedSamples(db: DataSource, count: number, leaseMs: number): Promise<ClaimedCall[]> {
  const questions = [{ id: 'q', question: '?', answer: '1' }]
  const content = { name: 'b', title: 'B', origin: 'imported' as const, answerKind: 'text' as const }
  await saveBenchmark(db, LOCAL_TEAM, { ...content, template: '{question}', sampling: {}, questions })
  await ensurePool(db, 'p', { model: 'm', provenance: 'simulated' })
  const inserted = await insertEvaluation(db, LOCAL_TEAM, {
    name: 'e',
    suite: null,
    benchmarkId: (await findBenchmark(db, LOCAL_TEAM, { name: 'b' }))?.id ?? '',
    pool: 'p',
    methods: [{ method: 'sc', budget: count }],
    sampling: DEFAULT_SAMPLING,
    seed: 0,
    replicates: 1,
    questions: 1,
    idempotency: null,
  })
  if (inserted.kind !== 'created') throw new Error('the evaluation was not made')
  const planned = await transaction(db, async (tx) => {
    const evaluation = await lockEvaluation(tx, inserted.id)
    if (evaluation === null) throw new Error('no evaluation')
    await createTrials(tx, evaluation)
    const [trial]: { id: string }[] = await tx.query('SELECT id FROM trial WHERE evaluation_id = $1', [inserted.id])
    const samples = Array.from({ length: count }, (_, index) => ({ trialId: trial?.id ?? '', index, seed: index }))
    return (await planSamples(tx, evaluation, samples)).queued
  })
  const worker = { id: newId(), secret: newId() }
  await heartbeat(db, { ...worker, pool: 'p', slots: count, ready: true, reason: null, engine: null })
  const terms = { worker, leaseMs }
  const claims = await Promise.all(planned.map(({ callId }) => claimCall(db, callId, terms)))
  return claims.filter((claim) => claim !== null)
}
