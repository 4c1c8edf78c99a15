import { parseAs, parseJson } from '@cges-fleet/formats'
import { type Graded } from '@cges-fleet/statistics'
import { z } from 'zod'

const Line = z.object({
  confidence: z.number().min(0, 'must be in [0, 1]').max(1, 'must be in [0, 1]'),
  correct: z.boolean(),
})

/** Parses a graded response, `{"confidence": 0.9, "correct": true}`; ignores other fields. */
export function gradedLine(
  text: string,
): { readonly ok: true; readonly graded: Graded } | { readonly ok: false; readonly problem: string } {
  const json = parseJson(text)
  if (!json.ok) return json
  const line = parseAs(Line, json.value)
  return line.ok ? { ok: true, graded: line.value } : line
}
