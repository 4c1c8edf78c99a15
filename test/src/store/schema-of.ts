import type { DataSource } from '@cges-fleet/db'

/** Asks PostgreSQL what a schema holds, a line for each column, constraint, index, trigger, policy, function and grant, sorted. */
export async function schemaOf(db: DataSource): Promise<string[]> {
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
