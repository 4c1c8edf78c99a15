import type { DataSource } from '@cges-fleet/db'
import { drawn, questions, round, submit } from './evaluation-rows.js'
import { landAll } from './landed-samples.js'

/** Evaluations of one suite that are paused, cancelled, and failed before the first sample. */
export async function haltedEvaluations(db: DataSource): Promise<Record<'paused' | 'cancelled' | 'failed', string>> {
  const made = (name: string) =>
    submit(db, {
      methods: ['sc@4', 'cges:confidence=lns-arith,gamma=0.95@4'],
      benchmark: { name: `halted-${name}`, questions: questions(12) },
      changes: { name, suite: 'halted' },
    })
  const [paused, cancelled] = [await made('paused'), await made('cancelled')]
  for (const id of [paused, cancelled]) await round(db, id)
  await landAll(db, ({ index }) => drawn(`${index % 2}`))
  for (const id of [paused, cancelled]) await round(db, id)
  const failed = await made('failed')
  const reason = { kind: 'none_drawn', counts: { questions: 12 }, why: 'the model server answered 503' }
  await db.query(`UPDATE evaluation SET status = 'paused' WHERE id = $1`, [paused])
  await db.query(`UPDATE evaluation SET status = 'cancelled', finished_at = now() WHERE id = $1`, [cancelled])
  await db.query(`UPDATE evaluation SET status = 'failed', finished_at = now(), reason = $2 WHERE id = $1`, [
    failed,
    reason,
  ])
  return { paused, cancelled, failed }
}
