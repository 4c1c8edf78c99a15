import type { z } from 'zod'
import { parseAs, type ParsedAs } from '../lines/parse-as.js'
import { parseJson } from '../lines/parse-json.js'

/** Parses a line of a log by a schema, returning the invalid field instead of throwing. */
export function parseRow<Row>(text: string, schema: z.ZodType<Row>): ParsedAs<Row> {
  const json = parseJson(text)
  return json.ok ? parseAs(schema, json.value) : json
}
