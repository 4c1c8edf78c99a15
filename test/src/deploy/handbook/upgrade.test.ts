import { migrate, openDatabase } from '@cges-fleet/db'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase, type FreshDatabase } from '../../support/databases.js'
import { lastRelease, PreviousBuild } from './previous-build.js'
import { SmallFleet } from './small-fleet.js'

const before = lastRelease()
const reason = 'missing' in before ? before.missing : before.commit
const ending: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end()
})

async function sql<Row extends pg.QueryResultRow>(fresh: FreshDatabase, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}

it.skipIf('missing' in before)(
  `goes on with what the last release began, on the new schema, with the last release's worker (${reason})`,
  { timeout: 400_000 },
  async () => {
    const previous = new PreviousBuild('commit' in before ? before.commit : '')
    ending.push(() => previous.remove())
    const fresh = await emptyDatabase()
    ending.push(() => fresh.drop())
    previous.migrate(fresh.url)

    const old = await SmallFleet.start(fresh.url, previous.root)
    ending.push(() => old.stop())
    await old.startWorker()
    const id = await old.submit({ methods: ['sc@4', 'esc:window=2@4'], questions: 40 })
    await old.until(id, ({ samples }) => samples.drawn > 30)
    await old.stopAllButWorkers()

    const db = await openDatabase({ url: fresh.url, application: 'upgrade', connections: 2 })
    await migrate(db).finally(() => db.destroy())
    const [landed] = await sql<{ n: number }>(
      fresh,
      `SELECT count(*)::int AS n FROM sample WHERE landed_at IS NOT NULL`,
    )

    const upgraded = await SmallFleet.start(fresh.url)
    ending.push(() => upgraded.stop())
    const done = await upgraded.until(id, ({ status }) => status !== 'running')
    expect(done).toMatchObject({ status: 'done', trials: { total: 40, closed: 40, blocked: 0 } })
    expect(done.samples.drawn).toBeGreaterThan(landed?.n ?? 0)
    expect(await sql(fresh, `SELECT 1 FROM call_ledger WHERE state NOT IN ('settled', 'lost', 'handed_back')`)).toEqual(
      [],
    )
  },
)
