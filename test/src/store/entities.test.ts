import { openDatabase } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { freshDatabase } from '../support/fresh-database.js'
import { type Schema, schemaOf } from './schema-of.js'

/** Tables without an entity, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  migration: "TypeORM's own: the migrations that have run",
  pool_point: 'added to, read and forgotten by statements over many points at once',
  refusal: 'counted by one statement, by a key in which null equals null, which TypeORM cannot say',
  request_bucket: 'filled and emptied by one statement',
  team_point: 'added to, read and forgotten with those of pools',
  upload_part: 'written as the text it came as and read by one statement, before anything is made of it',
  worker_point: 'added to, read and forgotten with those of pools',
}

/** What the entities have TypeORM make of an empty database. */
async function schemaOfEntities(): Promise<Schema> {
  const fresh = await freshDatabase()
  const db = await openDatabase({ url: fresh.url, application: 'entities', connections: 2 })
  try {
    await db.query('DROP SCHEMA public CASCADE')
    await db.query('CREATE SCHEMA public')
    await db.synchronize()
    const schema = await schemaOf(db)
    const generated = new Set(
      db.entityMetadatas.flatMap(({ tableName, columns }) =>
        columns.filter(({ isInsert }) => !isInsert).map(({ databaseName }) => `${tableName}.${databaseName}`),
      ),
    )
    return withGenerated(schema, (table, column) => generated.has(`${table}.${column}`))
  } finally {
    await db.destroy()
    await fresh.drop()
  }
}

/** Of a generated column both sides tell that it is one, not its expression, which no entity has. */
function withGenerated(schema: Schema, is: (table: string, column: string, line: string) => boolean): Schema {
  const told = (table: string, line: string) => {
    const column = /^column (\w+)/.exec(line)?.[1]
    return column !== undefined && is(table, column, line) ? `${line.replace(/ GENERATED .*/, '')} GENERATED` : line
  }
  return Object.fromEntries(
    Object.entries(schema).map(([table, lines]) => [table, lines.map((line) => told(table, line))]),
  )
}

async function schemaOfMigrations(): Promise<Schema> {
  const fresh = await freshDatabase()
  const db = await openDatabase({ url: fresh.url, application: 'migrations', connections: 2 })
  try {
    return withGenerated(await schemaOf(db), (_table, _column, line) => line.includes(' GENERATED '))
  } finally {
    await db.destroy()
    await fresh.drop()
  }
}

it('has entities and migrations say the same of every table', async () => {
  const { migrated, made } = { migrated: await schemaOfMigrations(), made: await schemaOfEntities() }
  expect(Object.keys(migrated)).toEqual(expect.arrayContaining(Object.keys(WITHOUT)))
  expect(made).toEqual(Object.fromEntries(Object.entries(migrated).filter(([table]) => !(table in WITHOUT))))
})
