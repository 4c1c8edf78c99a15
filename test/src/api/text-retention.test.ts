import { type DataDescription, parseDescriptionLine, parseSampleRow } from '@cges-fleet/formats'
import { EvaluationView, QuestionView } from '@cges-fleet/core'
import { ExportEvaluation, ExtendEvaluation, GetEvaluation, GetQuestion, pathOf } from '@cges-fleet/core/contract'
import { eraseTexts, expireTexts, LOCAL_TEAM, openDatabase } from '@cges-fleet/db'
import { expect, inject, it } from 'vitest'
import { drawn, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useApi } from './use-api.js'

const api = useApi()

/** An evaluation of two questions that ended so many days ago. */
async function ended(name: string, days: number): Promise<string> {
  const { db } = api()
  const id = await submit(db, { methods: ['sc@2', 'asc-beta@2'], changes: { name } })
  await drawAll(id)
  await db.query(`UPDATE evaluation SET finished_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, days])
  return id
}

async function drawAll(id: string): Promise<void> {
  const { db } = api()
  await round(db, id)
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
  await round(db, id)
}

const view = async (id: string) => EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body)
const question = async (id: string) =>
  QuestionView.parse((await api().get(pathOf(GetQuestion, { path: { id, position: '0' } }))).body)

async function exported(id: string) {
  const { text } = await api().get(pathOf(ExportEvaluation, { path: { id, file: 'samples.jsonl' } }))
  const [head = '', ...rows] = text.split('\n').filter((line) => line !== '')
  const described = parseDescriptionLine(head)
  if (described?.ok !== true) throw new Error(head)
  return { described: described.description, rows: rows.map((row) => JSON.parse(row) as Record<string, unknown>) }
}

const texts = async (id: string) =>
  (
    await selectOne<{ n: number }>(
      api().db,
      `SELECT count(*)::int AS n FROM sample_body y JOIN trial t ON t.id = y.trial_id WHERE t.evaluation_id = $1`,
      [id],
    )
  ).n

/** As the sweep does it, with the coordinator's rights. */
async function sweep(rows?: number, between: () => Promise<void> = async () => undefined): Promise<number> {
  const [{ name } = { name: '' }] = await select<{ name: string }>(api().db, 'SELECT current_database() AS name')
  const url = new URL(inject('postgres'))
  url.pathname = `/${name}`
  const coordinator = await openDatabase({ url: url.href, application: 'test', connections: 1, role: 'coordinator' })
  try {
    await expireTexts(coordinator)
    await between()
    let steps = 0
    while (await eraseTexts(coordinator, rows)) steps++
    return steps
  } finally {
    await coordinator.destroy()
  }
}

it('deletes texts alone: figures, answers, exports and pages stay, and say since when', async () => {
  const { db } = api()
  const [old, young] = [await ended('old', 15), await ended('young', 13)]
  const before = { view: await view(old), question: await question(old), exported: await exported(old) }
  const stored = await selectOne<{ bytes: number }>(db, 'SELECT bytes::int AS bytes FROM storage')
  expect(await sweep()).toBe(0)
  await db.query('UPDATE team SET keep_texts_days = 14')
  // Each trial is a step of its own here, and one more finds none left.
  expect(await sweep(1)).toBe(3)
  expect([await texts(old), await texts(young)]).toEqual([0, 4])

  const after = await view(old)
  expect(after.textsDeletedAt).toMatch(/^20\d\d-/)
  expect(after).toMatchObject({ digest: before.view.digest, storedBytes: 0, methods: before.view.methods })
  expect((await view(young)).textsDeletedAt).toBeNull()
  expect(await selectOne(db, 'SELECT bytes::int AS bytes FROM storage')).toEqual({
    bytes: stored.bytes - before.view.storedBytes,
  })

  const asked = await question(old)
  const without = before.question.samples.map((sample) => ({
    ...sample,
    excerpt: null,
    text: false,
    reasoning: false,
    tokens: false,
  }))
  expect(before.question.samples.every(({ text }) => text)).toBe(true)
  expect(asked).toEqual({ ...before.question, textsDeletedAt: after.textsDeletedAt, samples: without })

  const file = await exported(old)
  expect(before.exported.described.textsDeletedAt).toBeNull()
  expect(file.described).toEqual({
    ...before.exported.described,
    textsDeletedAt: after.textsDeletedAt,
  } satisfies DataDescription)
  expect(file.rows).toEqual(before.exported.rows.map((row) => ({ ...row, response: null })))
  expect(file.rows.map((row) => parseSampleRow(JSON.stringify(row)).ok)).toEqual([true, true, true, true])

  expect(
    await select(
      db,
      `SELECT actor, team_id AS team, subject, detail FROM audit WHERE action = 'evaluation.delete-texts'`,
    ),
  ).toEqual([
    {
      actor: 'retention',
      team: LOCAL_TEAM,
      subject: old,
      detail: { name: 'old', bytes: before.view.storedBytes, kept: 'textsDays' },
    },
  ])
  expect(await sweep()).toBe(0)
})

it('keeps what is drawn after texts were marked, until that long after the new end', async () => {
  const { db } = api()
  await db.query('UPDATE team SET keep_texts_days = 14')
  const id = await ended('extended', 15)
  await sweep(2000, async () => {
    await api().post(pathOf(ExtendEvaluation, { path: { id } }), { methods: ['sc@3'] })
    await drawAll(id)
  })
  const first = (await view(id)).textsDeletedAt
  expect([(await view(id)).status, await sweep(), await texts(id)]).toEqual(['done', 0, 2])
  await db.query(
    `UPDATE evaluation SET texts_deleted_at = now() - interval '20 days',
                         finished_at = now() - interval '15 days' WHERE id = $1`,
    [id],
  )
  await sweep()
  expect([await texts(id), (await view(id)).textsDeletedAt === first]).toEqual([0, false])
})

it('lets nobody else delete texts, nor the sweep those that are kept', async () => {
  const { db } = api()
  const id = await ended('kept', 1)
  await expect(db.query('SELECT erase_texts($1, 100)', [id])).rejects.toThrow(/are kept/)
  expect(await texts(id)).toBe(4)
})
