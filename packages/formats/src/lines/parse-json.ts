/** The result of parsing a text as JSON: its value, or what is wrong with it in words. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string }

/**
 * Parses a text as JSON, returning what is wrong instead of throwing. Numbers that Python writes and JSON lacks are
 * read too: NaN as null, Infinity as the word.
 */
export function parseJson(text: string): ParsedJson {
  const strict = tryParse(text)
  if (strict.ok) return strict
  if (/NaN|Infinity/u.test(text)) {
    const lenient = tryParse(withoutPythonNumbers(text))
    if (lenient.ok) return lenient
  }
  return { ok: false, problem: `not JSON: ${problemOf(text)}` }
}

type Tried = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

function tryParse(text: string): Tried {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

function withoutPythonNumbers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/gsu, (found) => {
    if (found.startsWith('"')) return found
    return found === 'NaN' ? 'null' : `"${found}"`
  })
}

const SHOWN = 40

/** JavaScript's own messages differ from version to version, and name characters rather than causes. */
function problemOf(text: string): string {
  const start = text.trim()
  if (start === '') return 'it is empty'
  const shown = `it begins with ${JSON.stringify(start.slice(0, SHOWN))}`
  if (!/^[{["\d-]|^(?:true|false|null)\b/u.test(start)) return shown
  if (/^\{\s*'/u.test(start)) return `${shown}: keys and texts need double quotes (in Python, write json.dumps(row))`
  if (isCutOff(start)) return `it ends in the middle, with ${JSON.stringify(start.slice(-SHOWN))}`
  return `${shown}, and is not well formed`
}

/** Whether a string, object or list is still open at the end. */
function isCutOff(text: string): boolean {
  const outside = text.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '')
  if (outside.includes('"')) return true
  let depth = 0
  for (const mark of outside) {
    if (mark === '{' || mark === '[') depth += 1
    else if (mark === '}' || mark === ']') depth -= 1
  }
  return depth > 0
}
