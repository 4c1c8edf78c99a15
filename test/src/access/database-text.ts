type Rows = (statement: string) => Promise<Record<string, unknown>[]>

/** Every row of every table of a database as text, the queue's included: all that its dump would reveal. */
export async function databaseText(sql: Rows): Promise<string> {
  const tables = await sql(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const texts = []
  for (const { name } of tables) {
    const rows = await sql(`SELECT t::text AS row FROM ${String(name)} t`)
    texts.push(`${String(name)}\n${rows.map(({ row }) => String(row)).join('\n')}`)
  }
  return texts.join('\n')
}
