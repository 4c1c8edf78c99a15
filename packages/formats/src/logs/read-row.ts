import type { z } from 'zod'
import { firstIssue } from '../lines/first-issue.js'
import { readJson } from '../lines/read-json.js'

/** Reads a line of a log by a schema, telling the field at fault instead of throwing. */
export function readRow<Row>(
  text: string,
  schema: z.ZodType<Row>,
): { readonly ok: true; readonly row: Row } | { readonly ok: false; readonly problem: string } {
  const json = readJson(text)
  if (!json.ok) return json
  const row = schema.safeParse(json.value)
  return row.success ? { ok: true, row: row.data } : { ok: false, problem: firstIssue(row.error) }
}
