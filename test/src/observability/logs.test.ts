import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { spawnApp } from '../fleet/spawn-app.js'
import { TestFleet } from '../fleet/test-fleet.js'
import { freshDatabase } from '../support/databases.js'
import { TraceCollector } from './trace-collector.js'

const SECRETS = { database: 'canary-of-the-database', engine: 'canary-of-the-engine', pepper: 'canary'.repeat(8) }
const REQUEST = /^[0-9a-f-]{36}\/\d+\/\d+$/

type Line = Readonly<Record<string, unknown>>

let folder: string
let fleet: TestFleet | undefined
let collector: TraceCollector | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-logs-'))
})

afterEach(async () => {
  await fleet?.stop()
  await collector?.stop()
  rmSync(folder, { recursive: true })
  fleet = undefined
})

const logged = (of: TestFleet): string => of.processes.map((app) => app.logged()).join('')
const lines = (text: string): Line[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]))

/** A fleet that tells all it can, holds a secret of every kind, and meets a fault that repeats one. */
async function talkativeFleet(traces: string): Promise<TestFleet> {
  const keyFile = join(folder, 'engine-key')
  writeFileSync(keyFile, SECRETS.engine)
  const fresh = await freshDatabase()
  const url = new URL(fresh.url)
  url.password = SECRETS.database
  const body = { error: { message: `no engine for Bearer ${SECRETS.engine}`, type: 'InternalServerError', code: 500 } }
  return TestFleet.start({
    redis: null,
    workers: 1,
    concurrency: 2,
    database: { ...fresh, url: url.href },
    simulator: {
      API_KEY: SECRETS.engine,
      FAULTS: JSON.stringify([{ fault: { kind: 'status', status: 500, body }, nth: 2 }]),
    },
    worker: { MODEL_SERVER_KEY_FILE: keyFile },
    everyone: { LOG_LEVEL: 'debug', LOG_FORMAT: 'json', OTEL_EXPORTER_OTLP_ENDPOINT: traces },
  })
}

it('logs a line of JSON an entry, with the ids of request, evaluation, trial and sample, and without a secret', async () => {
  collector = await TraceCollector.start()
  fleet = await talkativeFleet(collector.url)
  const { id } = await fleet.submit({ methods: ['sc@2'], questions: 4 })
  expect((await fleet.ended(id)).status).toBe('done')
  await fleet.workers[0]?.kill('SIGTERM')
  const all = lines(logged(fleet))
  expect(new Set(all.map(({ service }) => service))).toEqual(new Set(['cges-api', 'cges-coordinator', 'cges-worker']))
  for (const line of all) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: expect.stringMatching(/^(debug|info|warn|error)$/),
      part: expect.any(String),
      message: expect.any(String),
    })
  }

  const submitted = all.find(({ message }) => message === `POST ${pathOf(SubmitEvaluation)} 201`)
  expect(submitted).toMatchObject({ level: 'info', evaluation: id, request: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(all.filter(({ service, evaluation }) => service === 'cges-coordinator' && evaluation === id)).not.toEqual([])
  const landed = all.filter(({ message }) => message === 'landed: answer' || message === 'landed: no_answer')
  expect(landed).toHaveLength(8)
  const trace = collector.spans.find(({ name }) => name === 'sample')?.traceId
  for (const line of landed) {
    expect(line).toMatchObject({
      evaluation: id,
      request: expect.stringMatching(REQUEST),
      fence: expect.any(Number),
      trace,
    })
    expect(line['request']).toBe(`${String(line['trial'])}/${String(line['sample'])}/${String(line['fence'])}`)
  }
  const again = all.filter(({ level, message }) => level === 'warn' && String(message).startsWith('to be asked again'))
  expect(again).toHaveLength(1)
  expect(again[0]).toMatchObject({ evaluation: id, fence: 1, message: expect.stringContaining('Bearer …') })

  const output =
    logged(fleet) + JSON.stringify(collector.spans, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value))
  for (const secret of Object.values(SECRETS)) expect(output).not.toContain(secret)
  const [question] = await fleet.sql<{ question: string }>('SELECT question FROM question LIMIT 1')
  expect(output).not.toContain(question?.question)
})

it('names the evaluation of a sample that is given up, without a debug log', async () => {
  const FAULTS = JSON.stringify([{ fault: { kind: 'status', status: 400 }, nth: 1 }])
  fleet = await TestFleet.start({ redis: null, workers: 1, simulator: { FAULTS }, everyone: { LOG_FORMAT: 'json' } })
  const { id } = await fleet.submit({ methods: ['sc@1'], questions: 2 })
  await fleet.ended(id)
  const given = lines(logged(fleet)).filter(({ message }) => String(message).startsWith('given up'))
  expect(given).toEqual([
    expect.objectContaining({ level: 'warn', message: 'given up: invalid_request', evaluation: id, sample: 0 }),
  ])
})

it('says in its last line why a process does not start, and not the password it tried', async () => {
  const url = `postgres://cges:${SECRETS.database}@127.0.0.1:9/cges`
  for (const app of ['api', 'coordinator', 'worker'] as const) {
    const env = { DATABASE_URL: url, KEY_PEPPER: SECRETS.pepper, POOL: 'p', MODEL_SERVER_URL: 'http://127.0.0.1:9' }
    const failed = await spawnApp(app, { ...env, LOG_FORMAT: 'json' }).then(
      () => null,
      (error: Error) => error.message,
    )
    expect(failed).toMatch(
      new RegExp(`"service":"cges-${app}","part":"Start","message":"PostgreSQL at .* cannot be used`),
    )
    expect(failed).not.toContain('canary')
  }
})

it('refuses a way to log that there is not', async () => {
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:9/x', LOG_LEVEL: 'loud' }
  await expect(spawnApp('coordinator', env)).rejects.toThrow(/LOG_LEVEL/)
})

it('reads well at a terminal', async () => {
  const env = { DATABASE_URL: 'postgres://x@127.0.0.1:9/x', LOG_FORMAT: 'text' }
  await expect(spawnApp('coordinator', env)).rejects.toThrow(/: ERROR \[Start\] PostgreSQL at postgres:/)
})
