import { type DataSource, ensurePool, openDatabase } from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { drawn, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'
import { landAll } from '../support/landed-samples.js'

const OTHER = 'other-pool'
const QUESTIONS = 60

let fresh: FreshDatabase
let db: DataSource

beforeAll(async () => {
  fresh = await freshDatabase()
  db = await openDatabase({ url: fresh.url, application: 'test', connections: 4 })
  await ensurePool(db, OTHER, { model: 'another', provenance: 'simulated' })
})

afterAll(async () => {
  await db.destroy()
  await fresh.drop()
})

const startCoordinator = () => spawnApp('coordinator', { DATABASE_URL: fresh.url, PORT: '0', SWEEP_MS: '200' })

/** What a coordinator exposes of a metric, each value by those of its labels. */
async function scrape({ listening }: RunningApp): Promise<(name: string) => Record<string, number>> {
  const text = await (await fetch(`${listening}/metrics`)).text()
  return (name) => {
    const lines = [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))]
    return Object.fromEntries(lines.map(([, labels = '', value]) => [labels.replaceAll(/\w+=|"/g, ''), Number(value)]))
  }
}

async function exposed(): Promise<(name: string) => Record<string, number>> {
  const coordinator = await startCoordinator()
  const metrics = await scrape(coordinator)
  await coordinator.kill('SIGKILL')
  return metrics
}

it('tells what each of two models came to, running and done, and adds none of it up', { timeout: 60_000 }, async () => {
  const methods = ['sc@2', 'esc:window=2@4']
  const content = questions(QUESTIONS)
  const right = await submit(db, { methods, benchmark: { questions: content } })
  const unknown = { name: 'unknown', questions: content.map((one) => ({ ...one, answer: 'none' })) }
  const wrong = await submit(db, { methods, benchmark: unknown, changes: { pool: OTHER } })
  const land = () => landAll(db, ({ question }) => drawn(question.replaceAll(/\D/gu, '')))
  for (const id of [right, wrong]) await round(db, id)
  await land()
  for (const id of [right, wrong]) await round(db, id)

  const running = await exposed()
  expect(running('fleet_accuracy_ratio')).toEqual({
    [`${POOL},sc,simulated,running`]: 1,
    [`${POOL},esc,simulated,running`]: 1,
    [`${OTHER},sc,simulated,running`]: 0,
    [`${OTHER},esc,simulated,running`]: 0,
  })
  const trials = running('fleet_trials')
  for (const pool of [POOL, OTHER]) {
    const states = ['open', 'closed', 'blocked'].map((state) => trials[`${pool},simulated,${state}`] ?? Number.NaN)
    expect(states.reduce((sum, count) => sum + count)).toBe(QUESTIONS)
  }

  while ((await land()) > 0) for (const id of [right, wrong]) await round(db, id)
  const done = await exposed()
  expect(done('fleet_accuracy_ratio')).toEqual({
    [`${POOL},sc,simulated,done`]: 1,
    [`${POOL},esc,simulated,done`]: 1,
    [`${OTHER},sc,simulated,done`]: 0,
    [`${OTHER},esc,simulated,done`]: 0,
  })
  expect(done('fleet_resolved_ratio')).toMatchObject({ [`${POOL},sc,simulated`]: 1, [`${OTHER},sc,simulated`]: 1 })
  expect(done('fleet_calls_saved_ratio')).toMatchObject({
    [`${POOL},sc,simulated`]: 0,
    [`${OTHER},esc,simulated`]: 0.5,
  })
})

it('counts a round that fails to the pool of its evaluation', { timeout: 60_000 }, async () => {
  await submit(db, { benchmark: { name: 'two' }, changes: { pool: OTHER } })
  await db.query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`,
  )
  await db.query('CREATE TRIGGER full_disk BEFORE INSERT ON trial EXECUTE FUNCTION refuse()')
  const coordinator = await startCoordinator()
  const failed = async () => (await scrape(coordinator))('fleet_rounds_failed_total')
  await expect.poll(async () => (await failed())[OTHER], { timeout: 90_000 }).toBeGreaterThan(0)
  expect(await failed()).toMatchObject({ [POOL]: 0 })
  const timed = (await scrape(coordinator))('fleet_round_seconds_count')
  await coordinator.kill('SIGKILL')
  expect(Object.keys(timed)).toEqual([OTHER])
})
