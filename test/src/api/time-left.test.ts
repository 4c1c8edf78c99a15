import { EvaluationPage, EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { drawn, POOL, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'

const teams = useTeams()

const answerOf = async (path: string) => (await teams().ask('GET', path, { key: teams().one.keys.viewer })).body

it('counts on slots that will be reserved for others before it ends, on its page and in the list', async () => {
  const { db, one, two } = teams()
  const of = { team: one.id, benchmark: { name: 'numbers-one', title: 'Numbers MARK-OF-ONE' } }
  const id = await submit(db, { ...of, methods: ['sc@4'], changes: { name: 'beside others', replicates: 20 } })
  await round(db, id)
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  await round(db, id)
  // A sample in half a minute, whenever it is asked.
  await db.query(`UPDATE evaluation SET created_at = now() - interval '1 hour' WHERE id = $1`, [id])
  await db.query(`DELETE FROM progress WHERE evaluation_id = $1`, [id])
  const progress = `INSERT INTO progress (team_id, evaluation_id, at, samples) VALUES ($1, $2, now() + interval '1 hour', 1)`
  await db.query(progress, [one.id, id])
  await db.query(
    `INSERT INTO worker (id, pool, slots, ready, heartbeat_at) VALUES (gen_random_uuid(), $1, 8, true, now() + interval '1 hour')`,
    [POOL],
  )
  const left = async () => {
    const view = EvaluationView.parse(await answerOf(pathOf(GetEvaluation, { path: { id } })))
    const [row] = EvaluationPage.parse(await answerOf(pathOf(ListEvaluations))).evaluations.filter(
      (one) => one.id === id,
    )
    expect(row?.eta?.seconds).toBeCloseTo(view.eta?.seconds ?? NaN, -1)
    return view.eta?.seconds ?? NaN
  }
  const alone = await left()
  expect(alone).toBeGreaterThan(600)
  await db.query(
    `INSERT INTO reservation (id, pool, team_id, slots, starts_at, ends_at)
     VALUES (gen_random_uuid(), $1, $2, 1000, now() + interval '5 minutes', now() + interval '65 minutes')`,
    [POOL, two.id],
  )
  // All slots but a thousandth are others' for an hour.
  await expect.poll(left).toBeGreaterThan(alone + 3500)
  expect(await left()).toBeLessThan(alone + 3600)
})
