import { connect } from 'node:net'
import {
  CreateKey,
  ImportBenchmark,
  ListBenchmarks,
  ListEvaluations,
  pathOf,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { spawnApp } from '../fleet/spawn-app.js'
import { POOL, select } from '../support/evaluation-rows.js'
import { freshDatabase } from '../support/databases.js'
import { PEPPER, useTeams } from './use-teams.js'

const teams = useTeams({ KEY_REQUESTS_PER_SECOND: '10', TEAM_REQUESTS_PER_SECOND: '1000' })
const open = useApi()

const problem = expect.objectContaining({ type: 'about:blank', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
const fresh = () => teams().newKey(teams().two, 'admin')

it('takes as many requests of a key as it may make, then says when to come again', async () => {
  const key = await fresh()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => teams().ask('GET', pathOf(ListBenchmarks), { key })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(refused[0]?.body).toEqual(problem)
  // Another key of the same team is not slowed down by it.
  expect((await teams().ask('GET', pathOf(ListBenchmarks), { key: await fresh() })).status).toBe(200)
})

it('holds back who tries keys that do not work, whatever address it claims, and nobody else', async () => {
  const tries = Array.from({ length: 60 }, (_, n) =>
    teams().ask('GET', pathOf(ListEvaluations), { key: 'guess', headers: { 'x-forwarded-for': `10.0.0.${n}` } }),
  )
  const statuses = (await Promise.all(tries)).map(({ status }) => status)
  expect(statuses).toContain(429)
  expect((await teams().ask('GET', pathOf(ListBenchmarks), { key: await fresh() })).status).toBe(200)
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

it.each([
  ['nests a million deep', nested(400_000), {}, 400],
  ['nests deeper than anything of ours', `{"methods":${nested(40)}}`, {}, 400],
  ['is larger than its route takes', `{"name":"${'x'.repeat(2_000_000)}"}`, {}, 413],
  ['holds a character that no text has', '{"name":"a\\u0000"}', {}, 400],
  ['holds half of a character', '{"name":"\\ud800x"}', {}, 400],
  ['is compressed', 'not really', { 'content-encoding': 'gzip' }, 415],
] as const)('refuses a body that %s', async (...[, body, headers, status]) => {
  const refused = await teams().ask('POST', pathOf(SubmitEvaluation), { key: await fresh(), body, headers })
  expect([refused.status, refused.body]).toEqual([status, problem])
})

it.each([
  ['Split it into smaller requests.', SubmitEvaluation],
  ['Send more as lines of JSON, with Content-Type: application/x-ndjson.', ImportBenchmark],
])('says how large a body is, how large it may be, and how to send more: %s', async (hint, route) => {
  const body = `{"name":"${'x'.repeat(2_500_000)}"}`
  const refused = await teams().ask('POST', pathOf(route), { key: await fresh(), body })
  expect(refused.body).toMatchObject({
    status: 413,
    detail: `The request has 3 MB, and this route takes at most 1 MB. ${hint}`,
  })
})

it('takes a whole character written as two escapes, and a backslash before what is no escape', async () => {
  for (const title of ['\\ud83d\\ude00', '\\\\u0000', '\\\\ud800']) {
    const body = `{"name":"new","title":"${title}","answerKind":"text","template":"{question}","questions":[{"id":"q","question":"Q","answer":"A"}]}`
    const made = await teams().ask('POST', pathOf(ImportBenchmark), { key: await fresh(), body })
    expect(made.status, made.text).toBe(201)
  }
})

it('reads no large body of somebody it does not know', async () => {
  const body = `{"name":"${'x'.repeat(2_000_000)}"}`
  expect((await teams().ask('POST', pathOf(ImportBenchmark), { body })).status).toBe(401)
})

it.each([
  'team',
  'teamId',
  'team_id',
  'status',
  'verdict',
  'version',
  'samplesDrawn',
  '__proto__',
  'constructor',
  '\\u005f_proto__',
])('lets nobody set %s of what it writes', async (field) => {
  const key = await fresh()
  const spec = JSON.stringify({ benchmark: 'numbers-two', pool: POOL, methods: ['sc@2'] })
  const body = `{"${field}":{"a":1},${spec.slice(1)}`
  const before = await select(teams().db, 'SELECT count(*) FROM evaluation')
  const refused = await teams().ask('POST', pathOf(SubmitEvaluation), { key, body })
  expect(refused.status, refused.text).toBe(400)
  const made = await teams().ask('POST', pathOf(CreateKey), {
    key,
    body: `{"${field}":{"a":1},"name":"x","role":"viewer"}`,
  })
  expect(made.status, made.text).toBe(400)
  expect(await select(teams().db, 'SELECT count(*) FROM evaluation')).toEqual(before)
})

it('takes no body in another encoding, in which a field could hide', async () => {
  const body = JSON.stringify({ ['__proto__']: 1, benchmark: 'numbers-two', pool: POOL, methods: ['sc@2'] })
  const { headers, ...sent } = { method: 'POST', headers: { 'content-type': 'application/json; charset=utf-16le' } }
  const authorization = `Bearer ${await fresh()}`
  const refused = await fetch(`${teams().url}${pathOf(ListEvaluations)}`, {
    ...sent,
    headers: { ...headers, authorization },
    body: Buffer.from(body, 'utf16le'),
  })
  expect([refused.status, await refused.json()]).toEqual([400, problem])
})

it.each([
  ['a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
  ['a form of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['another port of this host', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
])('refuses to change anything for %s', async (_, headers) => {
  const body = { benchmark: 'numbers', pool: POOL, methods: ['sc@2'] }
  expect((await open().post(pathOf(SubmitEvaluation), body, headers)).status).toBe(403)
})

it('streams to no page of another site, and lets none read what it answers', async () => {
  const refused = await open().get(pathOf(ListEvaluations), {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
  })
  expect(refused.status).toBe(403)
  const answer = await open().get(pathOf(ListEvaluations))
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining(`default-src 'none'`),
  })
})

/** Sends a request with any Host header; fetch does not allow setting one. */
async function asHost(url: string, host: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET ${pathOf(ListEvaluations)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text.split('\r\n')[0] ?? ''
}

it('without sign-in answers to the names of this machine alone, so that no site can take its place', async () => {
  expect(await asHost(open().url, 'localhost')).toContain('200')
  expect(await asHost(open().url, 'evil.example:3000')).toContain('403')
  expect((await open().get(pathOf(ListEvaluations), { 'x-forwarded-host': 'evil.example' })).status).toBe(403)
})

it.each([
  [
    'another address',
    { HOST: '0.0.0.0' },
    /does not listen on 0\.0\.0\.0 without sign-in.*KEY_PEPPER_FILE.*key create/,
  ],
  ['a short pepper', { KEY_PEPPER: 'salt' }, /4 characters and needs 32.*openssl/],
])('does not start with %s, and says what to do', async (_, variables, remedy) => {
  const fresh = await freshDatabase()
  try {
    await expect(spawnApp('api', { DATABASE_URL: fresh.url, PORT: '0', ...variables })).rejects.toThrow(remedy)
  } finally {
    await fresh.drop()
  }
})

it('does not start without the pepper of keys that were made', async () => {
  const started = spawnApp('api', { DATABASE_URL: teams().databaseUrl, PORT: '0' })
  await expect(started).rejects.toThrow(/has API keys.*KEY_PEPPER_FILE/)
})

it('tells no stack and no secret when something breaks', async () => {
  const key = await fresh()
  await teams().db.query('ALTER TABLE benchmark RENAME TO benchmark_away')
  const broken = await teams().ask('GET', pathOf(ListBenchmarks), { key })
  await teams().db.query('ALTER TABLE benchmark_away RENAME TO benchmark')
  expect([broken.status, broken.body]).toEqual([500, problem])
  expect(broken.text).not.toMatch(/ at |\.js|relation|SELECT/)
  // Its log gives the reason, by the request's id, and neither key nor pepper.
  expect(teams().app.said()).toContain((broken.body as { requestId: string }).requestId)
  expect(teams().app.said()).not.toContain(key)
  expect(teams().app.said()).not.toContain(PEPPER)
})
