import { readFileSync } from 'node:fs'
import { migrate, openDatabase } from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../root.js'
import { ONCE, ServerWithTools, toolsFolder } from './server-with-tools.js'
import { SmallFleet } from './small-fleet.js'

const DUMP = `PGOPTIONS='-c cges.owner=on' pg_dump --format=custom --no-owner --enable-row-security "$DATABASE_URL" > cges.dump`
const RESTORE = `pg_restore --no-owner --exit-on-error --dbname "$DATABASE_URL" cges.dump`

const tools = toolsFolder()
let server: ServerWithTools
const fleets: SmallFleet[] = []

beforeAll(async () => {
  if (tools !== null) server = await ServerWithTools.start(tools)
}, 120_000)

afterAll(async () => {
  await Promise.all(fleets.map((fleet) => fleet.stop()))
  await server?.stop()
}, 60_000)

async function start(database: string): Promise<SmallFleet> {
  const db = await openDatabase({ url: server.url(database), application: 'migrate', connections: 2 })
  await migrate(db).finally(() => db.destroy())
  const fleet = await SmallFleet.start(server.url(database))
  fleets.push(fleet)
  return fleet
}

it('gives in the handbook the commands that are tested here', () => {
  const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  expect(handbook).toContain(DUMP)
  expect(handbook).toContain(RESTORE)
  expect(handbook).toContain(ONCE)
})

it.skipIf(tools === null)(
  'ends an evaluation that was dumped halfway and restored elsewhere with the same digest (needs a PostgreSQL with pg_dump)',
  { timeout: 240_000 },
  async () => {
    await server.administer('CREATE DATABASE first OWNER cges')
    const first = await start('first')
    await first.startWorker()
    const id = await first.submit({ methods: ['sc@4', 'cges:confidence=lns-arith,gamma=0.99@4'], questions: 40 })
    await first.until(id, ({ samples }) => samples.drawn > 30)
    server.run(DUMP, { DATABASE_URL: server.url('first') })
    const undisturbed = await first.until(id, ({ status }) => status !== 'running')
    await first.stop()

    await server.administer('CREATE DATABASE second OWNER cges')
    server.run(RESTORE, { DATABASE_URL: server.url('second') })
    const second = await start('second')
    const restored = await second.until(id, () => true)
    expect(restored.status).toBe('running')
    expect(restored.samples.drawn).toBeLessThan(160)
    await second.startWorker()
    const done = await second.until(id, ({ status }) => status !== 'running')
    expect([done.status, done.digest]).toEqual(['done', undisturbed.digest])
    expect(undisturbed.digest).toMatch(/^[0-9a-f]{64}$/)
  },
)
