import type { z } from 'zod'
import { firstIssue } from '../lines/first-issue.js'
import { parseJson } from '../lines/parse-json.js'

/** Parses a line of a log by a schema, returning the invalid field instead of throwing. */
export function parseRow<Row>(
  text: string,
  schema: z.ZodType<Row>,
): { readonly ok: true; readonly row: Row } | { readonly ok: false; readonly problem: string } {
  const json = parseJson(text)
  if (!json.ok) return json
  const row = schema.safeParse(json.value)
  return row.success ? { ok: true, row: row.data } : { ok: false, problem: firstIssue(row.error) }
}
