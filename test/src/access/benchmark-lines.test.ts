import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCAL_TEAM } from '@cges-fleet/db'
import { ImportBenchmark, pathOf } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { type Answer, useApi } from '../api/use-api.js'
import { benchmark, questions, select } from '../support/evaluation-rows.js'

const api = useApi()
const LINES = { 'content-type': 'application/x-ndjson' }
const MEGABYTE = 1024 * 1024

const head = (name: string) => {
  const { questions: _, ...rest } = benchmark({ name })
  return rest
}

const post = (lines: readonly unknown[], headers = {}): Promise<Answer> =>
  api().post(
    pathOf(ImportBenchmark),
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    {
      ...LINES,
      ...headers,
    },
  )

const nothingOf = async (name: string) => {
  expect(await select(api().db, 'SELECT 1 FROM benchmark WHERE name = $1', [name])).toEqual([])
  expect(await select(api().db, 'SELECT 1 FROM upload_part')).toEqual([])
}

it('stores lines as it stores them whole: the same revision, whatever the parts they were written aside in', async () => {
  const sent = questions(1200)
  const lines = await post([head('lines'), '', ...sent, ''])
  const whole = await api().post(pathOf(ImportBenchmark), benchmark({ name: 'whole', questions: sent }))
  expect([lines.status, whole.status]).toEqual([201, 201])
  const [one, other] = [lines.body, whole.body] as { revision: string; questions: number }[]
  expect(one?.questions).toBe(1200)
  expect(one?.revision).toBe(other?.revision)
  const stored = `SELECT q.position, q.question_id, q.question, q.choices, g.answer, g.answer_key
    FROM benchmark b JOIN question q ON q.benchmark_id = b.id JOIN gold g USING (benchmark_id, position) WHERE b.name = $1 ORDER BY 1`
  expect(await select(api().db, stored, ['lines'])).toEqual(await select(api().db, stored, ['whole']))
  expect(await select(api().db, 'SELECT 1 FROM upload_part')).toEqual([])
})

const right = questions(3)

it.each([
  ['is not JSON', [...right, '{"id":'], 'line 5: it is not JSON'],
  ['lacks a field', [...right, { id: 'a', question: '?' }], 'line 5: answer:'],
  ['has a field of none', [{ ...right[0], more: 1 }], 'line 2: more: unknown field'],
  ['has a character that is none', ['{"id":"a\\u0000"}'], 'line 2: The body contains an invalid character'],
  ['is longer than a line may be', [...right, 'x'.repeat(MEGABYTE + 1)], 'line 5: it is longer than 1 MB'],
  ['has the id of another', [...right, right[0]], 'questions: two questions have the id "q-0"'],
  ['is none at all', [], 'questions: must not be empty'],
])('stores nothing where a line %s, and names it', async (_, lines, detail) => {
  const refused = await post([head('refused'), ...lines])
  expect([refused.status, refused.body]).toEqual([
    400,
    expect.objectContaining({ detail: expect.stringContaining(detail) }),
  ])
  await nothingOf('refused')
})

it.each([
  [{ 'content-encoding': 'gzip' }, 400],
  [{ 'content-type': 'application/x-ndjson; charset=utf-16le' }, 400],
])('takes no lines sent with %o', async (headers, status) => {
  expect((await post([head('refused'), ...right], headers)).status).toBe(status)
})

it('says to send lines where a body of JSON is too large, and takes no more than 64 MB of them', async () => {
  const whole = await api().post(pathOf(ImportBenchmark), `{"name":"${'x'.repeat(2 * MEGABYTE)}"}`)
  expect([whole.status, whole.text]).toEqual([413, expect.stringContaining('application/x-ndjson')])
  const lines = await post([head('refused'), ...Array.from({ length: 66 }, () => 'x'.repeat(MEGABYTE))])
  expect([lines.status, lines.text]).toEqual([413, expect.stringContaining('64 MB')])
})

/** Begins an upload and never sends the rest of it. */
function begin(): { readonly answered: Promise<number | undefined>; readonly end: () => void } {
  const upload = request(`${api().url}${pathOf(ImportBenchmark)}`, {
    method: 'POST',
    headers: { ...LINES, 'content-length': 1000 },
  })
  const answered = new Promise<number | undefined>((resolve) => {
    upload.once('response', (response) => resolve(response.statusCode)).once('error', () => resolve(undefined))
  })
  upload.write(`${JSON.stringify(head('slow'))}\n{`)
  return { answered, end: () => upload.destroy() }
}

it('holds no transaction for who stalls, lets two of a team send at once, and shuts them out after ten seconds', async () => {
  const slow = [begin(), begin()]
  await sleep(500)
  const third = await post([head('third'), ...right])
  expect([third.status, Number(third.headers.get('retry-after'))]).toEqual([429, 5])
  const busy = await select(
    api().db,
    `SELECT 1 FROM pg_stat_activity WHERE application_name = 'cges-api' AND state LIKE 'idle in transaction%'
     AND datname = current_database()`,
  )
  expect(busy).toEqual([])
  expect(await Promise.all(slow.map(({ answered }) => answered))).toEqual([408, 408])
  expect((await post([head('third'), ...right])).status).toBe(201)
  await nothingOf('slow')
})

it('gives the place of an upload back that broke off', async () => {
  for (let n = 0; n < 3; n++) {
    const broken = begin()
    await sleep(300)
    broken.end()
    await broken.answered
  }
  await expect.poll(async () => (await post([head('after'), ...right])).status, { timeout: 5000 }).toBe(201)
})

it('counts what a team stores, once, and refuses what does not fit, whole or by lines, with what to do', async () => {
  const bytes = async () =>
    Number(
      (await select<{ bytes: string }>(api().db, 'SELECT bytes FROM storage WHERE team_id = $1', [LOCAL_TEAM]))[0]
        ?.bytes,
    )
  const before = await bytes()
  const one = { id: 'ä', question: '12345', answer: '6', choices: ['abc', 'de'] }
  expect((await post([head('counted'), one])).status).toBe(201)
  expect(await bytes()).toBe(before + 2 + 5 + 1 + 5)
  expect((await post([head('counted'), one])).status).toBe(201)
  expect(await bytes()).toBe(before + 13)
  await api().db.query('UPDATE team SET max_stored_bytes = $1', [before + 13 + 20])
  const more = { ...one, question: 'x'.repeat(50) }
  const refused = [
    await post([head('more'), more]),
    await api().post(pathOf(ImportBenchmark), { ...head('more'), questions: [more] }),
  ]
  for (const { status, text } of refused) {
    expect([status, text]).toEqual([
      409,
      expect.stringMatching(/stores [\d,]+ bytes .* limit is [\d,]+, .* 58 more: .*--stored-bytes/u),
    ])
  }
  await nothingOf('more')
  const both = await Promise.all(['a', 'b'].map((name) => post([head(name), { ...one, question: 'x'.repeat(4) }])))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  expect(await bytes()).toBe(before + 13 + 12)
  await api().db.query('UPDATE team SET max_stored_bytes = NULL')
})

it('passes over ten thousand empty lines, and refuses more', async () => {
  const [one] = questions(1)
  expect((await post([head('some-empty'), ...Array.from({ length: 10_000 }, () => ''), one])).status).toBe(201)
  const { status, body } = await post([head('all-empty'), ...Array.from({ length: 10_001 }, () => ''), one])
  expect([status, body]).toMatchObject([400, { detail: expect.stringContaining('more than 10000 lines are empty') }])
})
