import type { DataSource } from '@cges-fleet/db'

/** What PostgreSQL says of a table, a line each: its columns, keys and checks, in its own spelling and without the names of constraints. */
export type Schema = Readonly<Record<string, readonly string[]>>

/** Asks PostgreSQL for all tables as they are, whoever made them. Indexes that only make statements fast are left out. */
export async function schemaOf(db: DataSource): Promise<Schema> {
  const rows: { name: string; lines: string[] }[] = await db.query(TABLES)
  return Object.fromEntries(rows.map(({ name, lines }) => [name, lines]))
}

/** A number as a default is one, whether it was written as a number or as a text. */
function plain(expression: string): string {
  return `regexp_replace(${expression}, '^''(-?[0-9.]+)''::(bigint|real|double precision)$', '\\1')`
}

const TABLES = `
SELECT c.relname AS name, ARRAY(
  SELECT concat_ws(' ', 'column', a.attname, format_type(a.atttypid, a.atttypmod),
                   CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                   CASE a.attgenerated WHEN '' THEN 'DEFAULT ' ELSE 'GENERATED ' END || ${plain('pg_get_expr(d.adbin, d.adrelid)')})
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  UNION
  SELECT replace(pg_get_constraintdef(o.oid), ' NOT VALID', '') FROM pg_constraint o
  WHERE o.conrelid = c.oid AND o.contype IN ('p', 'f', 'c')
  UNION
  SELECT regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX .* USING', '') FROM pg_index i
  WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary
  ORDER BY 1
) AS lines
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`
