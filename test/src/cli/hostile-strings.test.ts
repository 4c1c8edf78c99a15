import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_TEAM } from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { POOL } from '../support/evaluation-rows.js'
import { largeEvaluation } from '../support/large-evaluations.js'
import { cges } from './run-cges.js'

/** Clears the screen, renames the window, colours, overwrites its line, and reverses what follows. */
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u001b[31m\u009b1A\rpassed\u202etxt\u2066\u0000'
// oxlint-disable-next-line no-control-regex -- these are what must not reach a terminal
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Fields whose text anybody may choose: a team, a model, a model server, or the API itself. */
const FOREIGN = new Set(
  'name title note owner text question answer error model engine said label detail why tags tie noAnswer'.split(' '),
)

const api = useApi()
let proxy: Server
let folder: string
let id = ''

function hostile(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return FOREIGN.has(key) ? `${value}${HOSTILE}` : value
  if (Array.isArray(value))
    return [...value, ...(FOREIGN.has(key) ? ['foreign'] : [])].map((each) => hostile(each, key))
  if (typeof value !== 'object' || value === null) return value
  // The reason of interim figures is a status, of a list of our own.
  const isOurs = (field: string) => key === 'interim' && field === 'why'
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [field, isOurs(field) ? each : hostile(each, field)]),
  )
}

const hostileJson = (text: string) => JSON.stringify(hostile(JSON.parse(text)))

/** Hands requests on to the real API, and answers with the same in which every text is hostile. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const body = method === 'GET' ? {} : { body: await new Response(request as unknown as ReadableStream).text() }
  const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
  const real = await fetch(`${api().url}${url}`, { method, headers, ...body })
  const text = await real.text()
  const type = real.headers.get('content-type') ?? ''
  response.writeHead(real.status, { 'content-type': type })
  if (type.includes('ndjson')) response.end(text.trim().split('\n').map(hostileJson).join('\n'))
  else response.end(type.includes('json') ? hostileJson(text) : text)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-hostile-'))
  const methods = ['sc@4', 'esc:window=2@4', 'cges:confidence=lns-arith,gamma=0.9@4']
  id = await largeEvaluation(api().db, LOCAL_TEAM, { questions: 30, samples: 4, methods })
  proxy = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
})

afterAll(() => {
  proxy.close()
  rmSync(folder, { recursive: true, force: true })
})

function address(): string {
  const at = proxy.address()
  return typeof at === 'object' && at !== null ? `http://127.0.0.1:${at.port}` : ''
}

/** What a command writes to both of its streams. */
async function written(args: readonly string[], input = ''): Promise<string> {
  const run = cges(args, { CGES_API: address() })
  run.process.stdin?.end(input)
  await run.code
  return `${run.out()}${run.err()}`
}

/** A log whose ids, questions and answers are as hostile. */
function hostileLog(): string {
  const file = join(folder, 'log.jsonl')
  const lines = Array.from({ length: 40 }, (_, at) => ({
    id: `q${Math.floor(at / 4)}${HOSTILE}`,
    question: `Which?${HOSTILE}`,
    answer: at % 4 === 0 ? `x${HOSTILE}` : '7',
    truth: '7',
    reference: `7${HOSTILE}`,
    response: `The answer is 7${HOSTILE}`,
  }))
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return file
}

const OF_A_FLEET: Readonly<Record<string, () => string[]>> = {
  report: () => ['report', id],
  'report --json': () => ['report', id, '--json'],
  watch: () => ['watch', id],
  events: () => ['events', id],
  compare: () => ['compare', id, id],
  'share evaluation': () => ['share', 'evaluation', id],
  'share list': () => ['share', 'list'],
  check: () => ['check', id],
  list: () => ['list'],
  accounts: () => ['accounts'],
  traffic: () => ['traffic'],
  'benchmark list': () => ['benchmark', 'list'],
  status: () => ['status'],
  'pool list': () => ['pool', 'list'],
  'pool queue': () => ['pool', 'queue', POOL],
  'team list': () => ['team', 'list'],
  'key list': () => ['key', 'list'],
  tag: () => ['tag', id, 'one'],
  note: () => ['note', id, 'kept'],
  pause: () => ['pause', id],
  priority: () => ['priority', id, 'low'],
  retry: () => ['retry', id],
  rerun: () => ['rerun', id],
  rename: () => ['rename', id, 'a name'],
  delete: () => ['delete', id],
  cancel: () => ['cancel', id],
  extend: () => ['extend', id, '--budget', '5'],
  regrade: () => ['regrade', id],
  tune: () => ['tune', id, '--slice', '10', '--budget', '4'],
  'export to stdout': () => ['export', id, 'samples.jsonl'],
}

it.each(Object.keys(OF_A_FLEET))('prints nothing that a terminal would obey: %s', async (name) => {
  const text = await written(OF_A_FLEET[name]?.() ?? [])
  expect(RAW.exec(text)).toBeNull()
})

it('shows what was hostile, written out', async () => {
  expect(await written(['report', id])).toContain(String.raw`\u001b[2J`)
  expect(JSON.parse((await written(['report', id, '--json'])).split('\nwarning')[0] ?? '')).toMatchObject({
    evaluation: { name: expect.stringContaining(HOSTILE) },
  })
})

it.each(['decide', 'grade', 'confidence', 'calibration'])('prints no hostile line that it reads: %s', async (name) => {
  const line = JSON.stringify({ method: HOSTILE, kind: HOSTILE, expected: HOSTILE, answer: HOSTILE, votes: [HOSTILE] })
  expect(RAW.exec(await written([name], `${line}\n${HOSTILE}\n`))).toBeNull()
})

it.each(['replay', 'tune', 'prior', 'gate', 'import', 'research reproduce'])(
  'prints nothing of a hostile log that a terminal would obey: %s',
  async (name) => {
    const more = name === 'import' ? ['--name', 'hostile', '--pool', POOL] : []
    const text = await written([...name.split(' '), hostileLog(), ...more])
    expect(RAW.exec(text)).toBeNull()
  },
)

it('prints nothing of its own arguments that a terminal would obey', async () => {
  for (const args of [
    [`rep${HOSTILE.replaceAll('\0', '')}`],
    ['report', `x${HOSTILE.replaceAll('\0', '')}`],
    ['replay', `none${HOSTILE.replaceAll('\0', '')}`],
  ]) {
    expect(RAW.exec(await written(args))).toBeNull()
  }
})
