import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DataSource, migrate, openDatabase } from '@cges-fleet/db'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../deploy/root.js'
import { emptyDatabase, freshDatabase } from '../support/databases.js'

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

/** Asks PostgreSQL what a schema holds, a line for each column, constraint, index, trigger, policy, function and grant, sorted. */
async function schemaOf(db: DataSource): Promise<string[]> {
  const rows: { line: string }[] = await db.query(LINES)
  return rows.map(({ line }) => line)
}

const OURS = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')`

const LINES = `
SELECT line FROM (
  SELECT concat_ws(' ', c.relname, 'is', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
                   'open to', ARRAY(SELECT grants::text FROM unnest(c.relacl) AS grants ORDER BY 1)) AS line
  FROM pg_class c WHERE ${OURS}
  UNION ALL
  SELECT concat_ws(' ', c.relname, 'column', a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
                   a.attnotnull, a.attgenerated, a.attidentity, pg_get_expr(d.adbin, d.adrelid), a.attacl)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE ${OURS}
  UNION ALL
  SELECT concat_ws(' ', c.relname, pg_get_constraintdef(o.oid)) FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
  WHERE ${OURS}
  UNION ALL
  SELECT regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ', ' INDEX ')
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE ${OURS}
  UNION ALL
  SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE ${OURS} AND NOT t.tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check) FROM pg_policies
  WHERE schemaname = 'public'
  UNION ALL
  SELECT concat_ws(' ', pg_get_functiondef(p.oid), 'open to', ARRAY(SELECT grants::text FROM unnest(p.proacl) AS grants ORDER BY 1))
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
) lines ORDER BY line`
