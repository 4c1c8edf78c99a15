import { MadeShareLink, Role, type ShareTarget, SharedView } from '@cges-fleet/core'
import {
  CreateShareLink,
  GetEvaluation,
  GetShared,
  GetSharedStatistics,
  GetStatistics,
  ListAudit,
  ListEvaluations,
  ListShareLinks,
  pathOf,
  ChangeShareLink,
  RevokeShareLink,
} from '@cges-fleet/core/contract'
import { type DataSource, openDatabase, sharedDatabase, shareHash, teamDatabase } from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawn, round, select, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useTeams } from './use-teams.js'

const teams = useTeams()
let api: DataSource
/** A second evaluation of team one, in a suite. */
let second: string

beforeAll(async () => {
  const { db, databaseUrl, one } = teams()
  api = await openDatabase({ url: databaseUrl, application: 'test', connections: 2, role: 'api' })
  second = await submit(db, {
    team: one.id,
    benchmark: { name: 'numbers-one', title: `Numbers ${one.mark}` },
    changes: { name: 'in a suite', suite: 'nightly', owner: 'somebody' },
  })
  await db.query(`UPDATE evaluation SET note = 'for us alone', tags = '{ours}' WHERE id = $1`, [second])
  await round(db, second)
  await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null, { rawAnswer: 'SECRET-ANSWER' }))
  await round(db, second)
})

afterAll(() => api?.destroy())

async function share(target: ShareTarget, key = teams().one.keys.member): Promise<MadeShareLink> {
  const made = await teams().ask('POST', pathOf(CreateShareLink), { key, body: { target } })
  expect(made.status, made.text).toBe(201)
  return MadeShareLink.parse(made.body)
}

const evaluationLink = () => share({ kind: 'evaluation', evaluation: second })
const read = (token: string, path = pathOf(GetShared)) =>
  teams().ask('GET', path, { headers: { 'share-token': token } })

/** The ids of the evaluations that a link shows side by side. */
async function columns({ token }: MadeShareLink): Promise<string[]> {
  const { body, text } = await read(token)
  const view = SharedView.parse(body)
  if (view.kind === 'evaluation') throw new Error(view.kind)
  expect(text).not.toMatch(/somebody|"ours"/)
  return view.comparison.evaluations.map(({ id }) => id)
}

it('shows one evaluation to whoever has the link, as its team sees it but for what is the team’s alone', async () => {
  const { token, expiresAt } = await evaluationLink()
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  const shown = await read(token)
  expect(shown.status, shown.text).toBe(200)
  const view = SharedView.parse(shown.body)
  if (view.kind !== 'evaluation') throw new Error(view.kind)
  const answer = await teams().ask('GET', pathOf(GetEvaluation, { path: { id: second } }), {
    key: teams().one.keys.viewer,
  })
  const { methods, trials, name, samples } = answer.body as SharedEvaluation
  expect(view.evaluation).toMatchObject({ id: second, methods, trials, name, samples })
  expect(answer.text).toMatch(/somebody.*ours.*for us alone/s)
  expect(view.evaluation).toMatchObject({ owner: null, tags: [], note: '', events: [], waits: null })
  expect(shown.text).not.toMatch(/somebody|ours|for us alone|SECRET-ANSWER|Which number/)
})

type SharedEvaluation = Extract<SharedView, { kind: 'evaluation' }>['evaluation']

it('judges the figures as the team’s page does', async () => {
  const { token } = await evaluationLink()
  const judged = await read(token, pathOf(GetSharedStatistics))
  const answer = await teams().ask('GET', pathOf(GetStatistics, { path: { id: second } }), {
    key: teams().one.keys.viewer,
  })
  expect(judged.body).toEqual({ evaluation: answer.body, comparison: null })
  expect(answer.body).toMatchObject({ final: expect.any(Object) })
})

it('shows a suite, with what joins it, and a comparison, and judges both', async () => {
  const suite = await share({ kind: 'suite', suite: 'nightly' })
  const { one } = teams()
  const comparison = await share({ kind: 'comparison', evaluations: [second, one.evaluation], with: 'own' })
  expect(await columns(suite)).toEqual([second])
  expect((await columns(comparison)).toSorted()).toEqual([second, one.evaluation].toSorted())
  for (const { token } of [suite, comparison]) {
    const judged = await read(token, pathOf(GetSharedStatistics))
    expect(judged.body, judged.text).toMatchObject({ evaluation: null, comparison: { pairs: expect.any(Array) } })
  }
})

it('ends later or sooner by the days from now, at the same address, until it has ended', async () => {
  const { one, two } = teams()
  const link = await evaluationLink()
  const change = (id: string, key: string, days: number) =>
    teams().ask('PATCH', pathOf(ChangeShareLink, { path: { link: id } }), { key, body: { days } })
  expect((await change(link.id, two.keys.admin, 7)).status).toBe(404)
  expect((await change(link.id, one.keys.viewer, 7)).status).toBe(403)
  expect((await change(link.id, one.keys.member, 366)).status).toBe(400)
  const changed = await change(link.id, one.keys.member, 7)
  expect(changed.status, changed.text).toBe(200)
  const { expiresAt } = changed.body as { expiresAt: string }
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7)
  expect((await read(link.token)).body).toMatchObject({ expiresAt })
  await teams().ask('POST', pathOf(RevokeShareLink, { path: { link: link.id } }), { key: one.keys.member })
  expect((await change(link.id, one.keys.member, 7)).status).toBe(404)
  expect((await read(link.token)).status).toBe(404)
})

it('ends with its revocation, its time and its evaluation: 404, as if it had never been', async () => {
  const { db, one } = teams()
  const gone = await teams().newEvaluation(one, one.keys.member)
  const deleted = await share({ kind: 'evaluation', evaluation: gone })
  const [revoked, expired] = [await evaluationLink(), await evaluationLink()]
  const revoke = (key: string) => teams().ask('POST', pathOf(RevokeShareLink, { path: { link: revoked.id } }), { key })
  expect((await revoke(teams().two.keys.admin)).status).toBe(404)
  expect((await read(revoked.token)).status).toBe(200)
  expect((await revoke(one.keys.operator)).status).toBe(204)
  expect((await revoke(one.keys.operator)).status).toBe(204)
  const never = await read('A'.repeat(43))
  expect(never.status).toBe(404)
  expect((await read(revoked.token)).body).toMatchObject({ status: 404, detail: expect.stringMatching(/revoked/) })
  await db.query(
    `UPDATE share_link SET created_at = now() - interval '2 days', expires_at = now() - interval '1 ms' WHERE id = $1`,
    [expired.id],
  )
  expect((await read(expired.token)).status).toBe(404)
  expect((await read(deleted.token)).status).toBe(200)
  await db.query('UPDATE evaluation SET deleted_at = now() WHERE id = $1', [gone])
  expect((await read(deleted.token)).status).toBe(404)
  const { body } = await teams().ask('GET', pathOf(ListShareLinks), { key: one.keys.member })
  const ids = (body as { links: { id: string }[] }).links.map(({ id }) => id)
  expect(ids).toContain(deleted.id)
  expect(ids).not.toContain(revoked.id)
  expect(ids).not.toContain(expired.id)
})

it('is made by members of the team and nobody else, for their own work, at most a year', async () => {
  const { one, two } = teams()
  const made = async (key: string | undefined, evaluation: string, days?: number) =>
    (
      await teams().ask('POST', pathOf(CreateShareLink), {
        key,
        body: { target: { kind: 'evaluation', evaluation }, ...(days === undefined ? {} : { days }) },
      })
    ).status
  expect(await made(undefined, second)).toBe(401)
  for (const role of Role.options) {
    expect(await made(one.keys[role], second), role).toBe(role === 'viewer' ? 403 : 201)
    expect(await made(two.keys[role], second), role).toBe(role === 'viewer' ? 403 : 404)
  }
  expect(await made(one.keys.member, second, 365)).toBe(201)
  expect(await made(one.keys.member, second, 366)).toBe(400)
  expect(await made(one.keys.member, second, 0)).toBe(400)
  const { text } = await teams().ask('GET', pathOf(ListAudit), { key: one.keys.admin })
  expect(text).toMatch(/share\.create/)
  expect(text).toMatch(/share\.revoke/)
})

it('opens no other route, and no key opens its own', async () => {
  const { token } = await evaluationLink()
  for (const headers of [{ 'share-token': token }, { authorization: `Bearer ${token}` }]) {
    for (const path of [pathOf(ListEvaluations), pathOf(GetEvaluation, { path: { id: second } })]) {
      expect((await teams().ask('GET', path, { headers })).status).toBe(401)
    }
  }
  expect((await teams().ask('GET', pathOf(GetShared))).status).toBe(401)
  expect((await teams().ask('GET', pathOf(GetShared), { key: teams().one.keys.admin })).status).toBe(403)
  expect((await read('short')).status).toBe(404)
})

it('keeps a token out of the database and out of what the API writes', async () => {
  const { token, id } = await evaluationLink()
  await read(token)
  await read(`${token.slice(0, -1)}_`)
  const rows = JSON.stringify(await select(teams().db, 'SELECT l::text, a::text FROM share_link l, audit a'))
  expect(rows).toContain(id)
  expect(rows).not.toContain(token)
  expect(teams().app.said()).not.toContain(token)
})

/** Tables whose rows a link shows. Nothing here may hold a text of a question or a sample. */
const SHOWN = [
  'answer_grade',
  'benchmark',
  'call',
  'call_ledger',
  'evaluation',
  'live_figures',
  'method_calls',
  'prefix_outcome',
  'progress',
  'ranking',
  'regraded_sample',
  'sample',
  'spending',
  'standing',
  'trial',
  'verdict',
]

it('sees in the database its own evaluation’s figures, and no other row of any team', async () => {
  const { one } = teams()
  const { token } = await evaluationLink()
  const reader = sharedDatabase(api, shareHash(token))
  const tables = await select<{ name: string; hasEvaluation: boolean }>(
    teams().db,
    `SELECT c.relname AS name, EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid
       AND a.attname = 'evaluation_id' AND NOT a.attisdropped) AS "hasEvaluation"
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity ORDER BY 1`,
  )
  const member = teamDatabase(api, one.id)
  for (const { name, hasEvaluation } of tables) {
    const count = `SELECT count(*)::int AS n FROM "${name}"`
    const [seen] = (await reader.query(count)) as { n: number }[]
    if (!SHOWN.includes(name)) expect(seen?.n, name).toBe(0)
    if (!hasEvaluation) continue
    const others = (await reader.query(`${count} WHERE evaluation_id <> '${second}'`)) as { n: number }[]
    expect(others, name).toEqual([{ n: 0 }])
    const [all] = (await member.query(`${count} WHERE evaluation_id = '${second}'`)) as { n: number }[]
    if (SHOWN.includes(name)) expect(seen?.n, name).toBe(all?.n)
  }
  expect(await reader.query('SELECT id FROM evaluation')).toEqual([{ id: second }])
  expect((await reader.query('SELECT name FROM benchmark')) as object[]).toEqual([{ name: 'numbers-one' }])
  // The team has more, texts among it: otherwise the checks above would prove nothing.
  for (const name of ['evaluation', 'trial', 'verdict', 'sample_body', 'question', 'gold', 'share_link']) {
    const [all] = (await member.query(`SELECT count(*)::int AS n FROM "${name}"`)) as { n: number }[]
    expect(all?.n, name).toBeGreaterThan(1)
  }
})

it('only reads, and is nobody once the link is revoked, whatever team the connection served before', async () => {
  const { one, two } = teams()
  const { token, id } = await evaluationLink()
  const reader = sharedDatabase(api, shareHash(token))
  for (const statement of [
    `UPDATE evaluation SET name = 'changed'`,
    `DELETE FROM sample`,
    `INSERT INTO request_bucket VALUES ('x', 1, now())`,
  ]) {
    await expect(reader.query(statement), statement).rejects.toThrow(/read-only transaction/)
  }
  const seen = Array.from({ length: 40 }, (_, n) =>
    n % 2 === 0
      ? reader.query('SELECT id FROM evaluation')
      : teamDatabase(api, two.id).query('SELECT team_id AS id FROM evaluation GROUP BY 1'),
  )
  const answers = await Promise.all(seen)
  for (const [n, rows] of answers.entries()) expect(rows).toEqual([{ id: n % 2 === 0 ? second : two.id }])
  await teams().ask('POST', pathOf(RevokeShareLink, { path: { link: id } }), { key: one.keys.member })
  expect(await reader.query('SELECT id FROM evaluation')).toEqual([])
  expect(await api.query('SELECT id FROM evaluation')).toEqual([])
})

it('is limited in its rate, and so are guesses', async () => {
  const { token, id } = await evaluationLink()
  expect((await read(token)).status).toBe(200)
  // As after more requests than a link has in a burst: its bucket stays empty for a while.
  await teams().db.query(
    `UPDATE request_bucket SET tokens = -1, filled_at = now() + interval '1 minute' WHERE name = $1`,
    [`share ${id}`],
  )
  const refused = await read(token)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, n) => read(`${n}`.padEnd(43, 'g'))))
  const statuses = guesses.map(({ status }) => status)
  expect(statuses).toContain(404)
  expect(statuses).toContain(429)
})
