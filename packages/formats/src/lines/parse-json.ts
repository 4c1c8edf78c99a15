/** Parses a line as JSON, returning what is wrong instead of throwing. */
export function parseJson(
  line: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string } {
  try {
    return { ok: true, value: JSON.parse(line) as unknown }
  } catch (error) {
    return { ok: false, problem: `not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
