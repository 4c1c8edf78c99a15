import type { Role } from '@cges-fleet/core'
import {
  AddComment,
  CountQuestions,
  DeleteComment,
  EditComment,
  ExportQuestions,
  GetQuestion,
  ListQuestions,
  pathOf,
  routeName,
  writePath,
} from '@cges-fleet/core/contract'
import { QuestionComment, QuestionCounts, QuestionPage, QuestionView } from '@cges-fleet/core'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import { type TestTeam, useTeams } from './use-teams.js'

const teams = useTeams()

const at = (position: number) => ({ path: { id: teams().one.evaluation, position: String(position) } })

async function comment(role: Role, body: object, position = 0, of: TestTeam = teams().one) {
  return teams().ask('POST', pathOf(AddComment, at(position)), { key: of.keys[role], body })
}

async function written(role: Role, body: object, position = 0): Promise<QuestionComment> {
  const { status, body: answered, text } = await comment(role, body, position)
  if (status !== 201) throw new Error(text)
  return QuestionComment.parse(answered)
}

const read = async (path: string, role: Role = 'viewer') =>
  (await teams().ask('GET', path, { key: teams().one.keys[role] })).body

async function commentsOn(position: number, role: Role = 'viewer') {
  return QuestionView.parse(await read(pathOf(GetQuestion, at(position)), role)).comments
}

beforeEach(async () => {
  await teams().db.query('DELETE FROM question_comment')
})

describe('a comment on a question', () => {
  it('is written by members, read by all of the team, and says who wrote it and who may change it', async () => {
    expect((await comment('viewer', { text: 'no' })).status).toBe(403)
    const { id } = await written('member', { text: ' The reference is 13. ', flag: 'wrong-reference' })
    const stored = { id, text: 'The reference is 13.', flag: 'wrong-reference', createdBy: 'a member', editedAt: null }
    const mayChange = async (role: Role) => {
      const [only] = await commentsOn(0, role)
      expect(only).toMatchObject(stored)
      return only?.mayChange
    }
    expect(await mayChange('viewer')).toBe(false)
    expect(await mayChange('member')).toBe(true)
    expect(await mayChange('operator')).toBe(false)
    expect(await mayChange('admin')).toBe(true)
  })

  const MAY: readonly [Role, Role, boolean][] = [
    ['viewer', 'member', false],
    ['member', 'member', true],
    ['operator', 'member', false],
    ['member', 'operator', false],
    ['admin', 'member', true],
    ['fleet-admin', 'member', true],
  ]

  it.each(MAY)('of its kind: a %s changes what a %s wrote: %s', async (role, author, may) => {
    const { id } = await written(author, { text: 'first' })
    const key = teams().one.keys[role]
    const path = { path: { comment: id } }
    const edited = await teams().ask('PATCH', pathOf(EditComment, path), { key, body: { text: 'second' } })
    expect(edited.status, routeName(EditComment)).toBe(may ? 200 : 403)
    const [now] = await commentsOn(0)
    expect([now?.text, now?.editedAt !== null, now?.createdBy]).toEqual([may ? 'second' : 'first', may, `a ${author}`])
    const deleted = await teams().ask('DELETE', pathOf(DeleteComment, path), { key })
    expect(deleted.status, routeName(DeleteComment)).toBe(may ? 204 : 403)
    expect(await commentsOn(0)).toHaveLength(may ? 0 : 1)
  })

  it('is neither seen, written, changed nor deleted by another team', async () => {
    const { two, ask } = teams()
    const { id } = await written('member', { text: 'ours' })
    expect((await comment('member', { text: 'theirs' }, 0, two)).status).toBe(404)
    const path = { path: { comment: id } }
    const key = two.keys['fleet-admin']
    expect((await ask('PATCH', pathOf(EditComment, path), { key, body: { text: 'x' } })).status).toBe(404)
    expect((await ask('DELETE', pathOf(DeleteComment, path), { key })).status).toBe(404)
    expect((await commentsOn(0)).map(({ text }) => text)).toEqual(['ours'])
  })

  it('is bounded in size and number, and refused where it says nothing or of no question', async () => {
    for (const body of [{}, { text: '  ' }, { text: 'x'.repeat(1001) }, { flag: 'bad' }, { text: 'x', extra: 1 }]) {
      expect((await comment('member', body)).status, JSON.stringify(body).slice(0, 40)).toBe(400)
    }
    expect((await comment('member', { text: 'x' }, 999)).status).toBe(404)
    const { one, db } = teams()
    await written('member', { flag: 'ambiguous' })
    await db.query(`INSERT INTO question_comment (id, team_id, benchmark_id, position, text)
      SELECT gen_random_uuid(), team_id, benchmark_id, position, 'again' FROM question_comment, generate_series(1, 49)`)
    const refused = await comment('member', { text: 'one more' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('A question takes 50 comments')])
    expect((await comment('member', { text: 'elsewhere' }, 1)).status).toBe(201)
    expect(one.name).toBe('one')
  })

  it('is counted and found in lists, at once, and is in both files', async () => {
    const evaluation = { id: teams().one.evaluation }
    const query = { filter: 'flagged' }
    const flagged = async () =>
      QuestionCounts.parse(await read(writePath(CountQuestions.at, { path: evaluation }))).filters.flagged
    expect(await flagged()).toBe(0)
    await written('member', { text: 'only a word' }, 0)
    const { id } = await written('member', { text: '=HYPERLINK("x")', flag: 'ambiguous' }, 1)
    await written('admin', { text: 'so it is' }, 1)
    expect(await flagged()).toBe(1)
    const { questions } = QuestionPage.parse(await read(writePath(ListQuestions.at, { path: evaluation, query })))
    expect(questions.map(({ position, flags, commentCount }) => [position, flags, commentCount])).toEqual([
      [1, ['ambiguous'], 2],
    ])
    const file = async (name: 'questions.csv' | 'questions.jsonl') => {
      const address = writePath(ExportQuestions.at, { path: { ...evaluation, file: name }, query })
      return (await teams().ask('GET', address, { key: teams().one.keys.viewer })).text
    }
    const [row] = parse<Record<string, string>>(await file('questions.csv'), { columns: true })
    expect(row?.['flags']).toBe('ambiguous')
    expect(row?.['comments']).toBe('a member: ambiguous: =HYPERLINK("x")\na admin: so it is')
    const line = JSON.parse(await file('questions.jsonl')) as { comments: object[] }
    expect(line.comments).toMatchObject([
      { id, text: '=HYPERLINK("x")', flag: 'ambiguous', createdBy: 'a member', editedAt: null },
      { text: 'so it is', flag: null, createdBy: 'a admin' },
    ])
    const key = teams().one.keys.member
    await teams().ask('PATCH', pathOf(EditComment, { path: { comment: id } }), { key, body: { text: 'it is clear' } })
    expect(await flagged()).toBe(0)
  })

  it('is withheld with a gated question’s text, but its flag is not', async () => {
    const { db, one } = teams()
    await written('member', { text: 'quotes the question', flag: 'ambiguous' })
    await db.query(`UPDATE benchmark SET dataset = '{"gated": true}' WHERE team_id = $1`, [one.id])
    try {
      expect(await commentsOn(0)).toMatchObject([{ text: null, flag: 'ambiguous' }])
      const whole = writePath(GetQuestion.at, { ...at(0), query: { examples: '1' } })
      expect(QuestionView.parse(await read(whole)).comments).toMatchObject([{ text: 'quotes the question' }])
    } finally {
      await db.query('UPDATE benchmark SET dataset = NULL WHERE team_id = $1', [one.id])
    }
  })
})
