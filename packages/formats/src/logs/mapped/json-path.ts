import { jsonpath, type JSONPathQuery } from 'json-p3'

/** A path to values of a row. */
export type JsonPath = (row: unknown) => unknown[]

/**
 * Compiles a path: a name of the row, names joined by dots (`doc.problem`), or JSONPath (RFC 9535), with or without the
 * leading `$` (`choices[0].message.content`, `$.messages[?@.role == 'assistant'].content`). Returns what is wrong with
 * one that is neither.
 */
export function compilePath(
  text: string,
): { readonly ok: true; readonly path: JsonPath } | { readonly ok: false; readonly problem: string } {
  const isPlain = !/[$[\]*?@'"]/u.test(text)
  try {
    const query = jsonpath.compile(
      isPlain ? namesOf(text) : text.startsWith('$') ? text : `$.${text}`.replace('$.[', '$['),
    )
    return { ok: true, path: (row) => valuesAt(row, text, query) }
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    return {
      ok: false,
      problem: `${JSON.stringify(text)} is not a JSON path (${why ?? ''}): write doc.problem, or choices[*].text`,
    }
  }
}

function namesOf(text: string): string {
  return `$${text
    .split('.')
    .map((name) => `[${JSON.stringify(name)}]`)
    .join('')}`
}

/** A column may have any name, with dots and brackets in it: one of the row's own names comes first. */
function valuesAt(row: unknown, text: string, query: JSONPathQuery): unknown[] {
  if (typeof row !== 'object' || row === null) return []
  if (Object.hasOwn(row, text)) return [Object.entries(row).find(([name]) => name === text)?.[1]]
  return query.query(row as Parameters<JSONPathQuery['query']>[0]).values()
}
