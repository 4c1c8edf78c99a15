import { AddComment, pathOf } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { select } from '../support/evaluation-rows.js'

const teams = useTeams()

/** The comments that one question takes. */
const MOST = 50

it('takes no more comments on a question than it may have, however many arrive at once', async () => {
  const { one, ask, db } = teams()
  const path = pathOf(AddComment, { path: { id: one.evaluation, position: '0' } })
  const add = (at: number) => ask('POST', path, { key: one.keys.member, body: { text: `comment ${at}`, flag: null } })
  const answers = await Promise.all(Array.from({ length: MOST + 20 }, (_, at) => add(at)))
  const refused = answers.filter(({ status }) => status === 409)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST)
  expect(refused).toHaveLength(20)
  expect(JSON.stringify(refused[0]?.body)).toContain('Delete one first')
  const kept = await select<{ kept: number }>(
    db,
    'SELECT count(*)::int AS kept FROM question_comment WHERE position = 0',
  )
  expect(kept).toEqual([{ kept: MOST }])
})
