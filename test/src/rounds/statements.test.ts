import type { DataSource } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

/** The statements that some work sends, those that open and end transactions left out. */
async function statementsOf(db: DataSource, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const { createQueryRunner } = db
  db.createQueryRunner = (...args) => {
    const runner = createQueryRunner.apply(db, args)
    const query = runner.query.bind(runner) as (...sent: readonly unknown[]) => Promise<never>
    runner.query = (statement: string, ...more: readonly unknown[]) => {
      if (!/^(START TRANSACTION|COMMIT)/.test(statement)) sent.push(statement)
      return query(statement, ...more)
    }
    return runner
  }
  await work().finally(() => (db.createQueryRunner = createQueryRunner))
  return sent
}

/** How the pool's queue counts begins anew now and then: at first, and where its samples turn out otherwise. */
const isNewScale = (statement: string) => statement.includes('reordered_at = now()')

/** Once in its life, an evaluation's first samples are looked at. */
const isOfFirstSamples = (statement: string) => statement.includes('AS unread')

it('takes at most 15 statements for a busy round, and none for what the evaluation does not use', async () => {
  const db = database()
  const methods = ['sc@8', 'esc:window=2@8', 'cges:confidence=lns-arith,gamma=0.95@8']
  const id = await submit(db, { methods, benchmark: { questions: questions(40) } })
  await round(db, id)
  let firsts = 0
  for (let at = 0; at < 3; at++) {
    await landAll(db, ({ index }) => drawn(String(index % 3)))
    const all = await statementsOf(db, () => round(db, id))
    const sent = all.filter((statement) => !isNewScale(statement) && !isOfFirstSamples(statement))
    expect(sent.length).toBeLessThanOrEqual(15)
    expect(all.filter(isNewScale).length).toBeLessThanOrEqual(1)
    firsts += all.filter(isOfFirstSamples).length
    expect(sent.filter((statement) => statement.includes('pg_advisory_xact_lock'))).toHaveLength(1)
    expect(sent.filter((statement) => /^(SELECT|UPDATE|INSERT INTO) ranking/.test(statement.trim()))).toEqual([])
  }
  expect(firsts).toBe(1)
})
