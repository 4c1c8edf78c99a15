import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, openDatabase } from '@cges-fleet/db'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../deploy/root.js'
import { emptyDatabase, freshDatabase } from '../support/fresh-database.js'
import { schemaOf } from './schema-of.js'

const RELEASES = join(ROOT, 'test/src/store/releases')
const released = readdirSync(RELEASES).filter((file) => file.endsWith('.sql'))

/** What PostgreSQL describes of a database that this SQL made and `migrate` then brought up to date. */
async function upgraded(made: string): Promise<string[]> {
  const empty = await emptyDatabase()
  const db = await openDatabase({ url: empty.url, application: 'upgrade', connections: 2 })
  try {
    await db.query(made)
    await migrate(db)
    return await schemaOf(db)
  } finally {
    await db.destroy()
    await empty.drop()
  }
}

/** What it describes of one that was made by this version. */
async function made(): Promise<string[]> {
  const fresh = await freshDatabase()
  const db = await openDatabase({ url: fresh.url, application: 'made', connections: 2 })
  return schemaOf(db).finally(() => db.destroy().then(() => fresh.drop()))
}

const today = () => execFileSync(process.execPath, [join(ROOT, '.config/print-schema.mjs')], { encoding: 'utf8' })
const without = (part: string) => today().replace(part, () => '')

describe('the schema that is kept of a release', () => {
  it('makes a database as an empty one is made', async () => {
    expect(await upgraded(today())).toEqual(await made())
  })

  it('is found to differ where no migration leads to the schema of today', async () => {
    expect(await upgraded(without('CREATE INDEX call_live ON call (evaluation_id) WHERE live;'))).not.toEqual(
      await made(),
    )
    await expect(upgraded(without('"traceparent" text,'))).rejects.toThrow(
      /made by an unreleased version.*it has no column evaluation\.traceparent/,
    )
  })

  it.each(released)('upgrades to the schema of today: %s', async (file) => {
    expect(await upgraded(readFileSync(join(RELEASES, file), 'utf8'))).toEqual(await made())
  })
})

it.skipIf(released.length === 0)(
  'there is a release to upgrade from (none yet: `npm run schema` keeps the first)',
  () => {
    expect(released).not.toEqual([])
  },
)
