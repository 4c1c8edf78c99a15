// Checks every SQL statement against the migrated schema, as the compiler checks every call against a signature:
// PostgreSQL is asked for each statement's parameters and columns, without running it, and these are compared with its
// callers' row types and values. A renamed column, a missing alias or a number returned as text thus fails here, before
// any test runs.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../packages/db/dist/embedded/index.js'
import { migrate, openDatabase } from '../packages/db/dist/index.js'
import { checkFunctions } from './statements/check-functions.mjs'
import { compare } from './statements/compare.mjs'
import { describeStatement } from './statements/describe-statement.mjs'
import { findStatements } from './statements/find-statements.mjs'
import { loadTexts } from './statements/load-texts.mjs'

const pg = createRequire(join(process.cwd(), 'packages', 'db', 'package.json'))('pg')

const statements = findStatements(process.cwd(), 'packages/db/tsconfig.json')
const texts = await loadTexts(process.cwd(), statements)
const { faults, functions } = await withDatabase(async (client) => {
  const schema = await readSchema(client)
  const found = []
  for (const statement of statements) {
    for (const fault of await faultsOf(client, statement, schema)) {
      found.push(`${statement.file}:${statement.line} ${fault}`)
    }
  }
  const checked = await checkFunctions(client)
  return { faults: [...found, ...checked.faults], functions: checked.count }
})
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}
console.log(`${statements.length} statements and ${functions} functions agree with the schema and with their callers.`)

async function faultsOf(client, statement, schema) {
  const text = texts.get(statement)
  if (text === null)
    return ['is put together while it runs, so it cannot be looked at: build its text when the module loads']
  if (/^\s*(?:FETCH|CLOSE)\b/u.test(text)) return []
  try {
    return compare(
      { ...statement, text },
      await describeStatement(client, text.replace(/^\s*DECLARE .*? CURSOR FOR /su, '')),
      schema,
    )
  } catch (error) {
    if (error.severity === undefined) throw error
    return [`is refused: ${error.message}`]
  }
}

async function readSchema(client) {
  const types = await client.query(
    'SELECT oid, typname AS name, CASE typcategory WHEN $1 THEN typelem END AS element FROM pg_type',
    ['A'],
  )
  const nullable = await client.query(
    `SELECT attrelid, attnum, attname FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull AND attrelid::regclass::text !~ '^pg_'`,
  )
  const open = new Map(nullable.rows.map(({ attrelid, attnum, attname }) => [`${attrelid}.${attnum}`, attname]))
  return {
    types: new Map(types.rows.map(({ oid, ...type }) => [oid, type])),
    nullable: ({ tableID, columnID }) => open.get(`${tableID}.${columnID}`) ?? null,
  }
}

async function withDatabase(work) {
  const folder = mkdtempSync(join(tmpdir(), 'cges-statements-'))
  // PostgreSQL's own user must be able to enter it.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ folder, durable: false })
  try {
    const database = await openDatabase({ url: postgres.url, application: 'statements', connections: 4 })
    await migrate(database)
    await database.destroy()
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
