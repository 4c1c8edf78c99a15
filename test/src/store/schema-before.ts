import { claimCall, type DataSource, landRanking, migrate, openDatabase } from '@cges-fleet/db'
import { afterEach, beforeEach, expect } from 'vitest'
import { drawn, round, select, selectOne, TERMS } from '../support/evaluation-rows.js'
import { freshDatabase } from '../support/fresh-database.js'
import { landAll } from '../support/land-all.js'
import { ENTER_POOL } from './calls-before.js'

/** A database whose schema is the one before calls, for each test; `upgrade` migrates it. */
export function useSchemaBefore(): () => { readonly db: DataSource; readonly upgrade: () => Promise<unknown> } {
  let at: { db: DataSource; upgrade: () => Promise<unknown>; drop: () => Promise<void> } | undefined
  beforeEach(async () => {
    const fresh = await freshDatabase()
    const db = await openDatabase({ url: fresh.url, application: 'test', connections: 4 })
    await db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const from = db.migrations.findIndex(({ name }) => name?.startsWith('Calls') === true)
    const later = db.migrations.splice(from)
    db.migrations.push(...later.filter(({ name }) => isOfToday(name)))
    await db.runMigrations({ transaction: 'each' })
    await db.query(ENTER_POOL)
    const upgrade = () => {
      db.migrations.push(...later.filter(({ name }) => !isOfToday(name)))
      return migrate(db)
    }
    at = { db, upgrade, drop: () => db.destroy().then(() => fresh.drop()) }
  })
  afterEach(() => at?.drop())
  return () => {
    if (at === undefined) throw new Error('no database')
    return at
  }
}

/** Columns that today's code reads and writes, whatever an evaluation's calls are kept in. */
function isOfToday(name = ''): boolean {
  return /^(?:CertifiedThresholds|OtherScores|EndedEarly)/u.test(name)
}

/** What the model answers. */
export function answerTo(index: number): string {
  return String(index % 3)
}

/** Runs an evaluation to its end, on any samples it has by now; returns its digest. */
export async function finish(db: DataSource, id: string): Promise<string | null> {
  for (let step = 0; step < 60; step += 1) {
    await round(db, id)
    const { status, digest } = await selectOne<{ status: string; digest: string | null }>(
      db,
      'SELECT status, digest FROM evaluation WHERE id = $1',
      [id],
    )
    if (status === 'done') return digest
    await landAll(db, ({ index }) => drawn(answerTo(index)))
    await rankAll(db)
  }
  throw new Error('the evaluation did not end')
}

/** Answers every ranking that is asked for. */
async function rankAll(db: DataSource): Promise<void> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE kind = 'rank' AND state = 'pending'`,
  )
  for (const { callId } of pending) {
    const ranking = await claimCall(db, callId, TERMS)
    if (ranking?.kind !== 'rank') throw new Error('a ranking could not be claimed')
    const easiestFirst = ranking.questions.map((_, place) => place + 1)
    expect(await landRanking(db, ranking, { easiestFirst, promptTokens: 11, completionTokens: 22 })).toBe(true)
  }
}
