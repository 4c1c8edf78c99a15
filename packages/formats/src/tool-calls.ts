import type { ToolCall } from '@cges-fleet/core'

/** Deeper arguments are compared as they are written. */
const DEEPEST = 64

/** Numbers that a double may not hold exactly: two that differ must not become one. */
const INEXACT = /\d{16}|\d[eE]/u

/**
 * Returns the key by which replies that call tools are counted as one: canonical JSON of all calls, sorted, since calls
 * of one reply are made side by side. Spaces, the order of an object's members and how a number is written make no
 * difference; the order of a list does. Null where a call has no name, or arguments that are no JSON object.
 */
export function toolCallsKey(calls: readonly ToolCall[]): string | null {
  const written = calls.map(writtenCall)
  if (written.length === 0 || written.some((call) => call === null)) return null
  return `[${written.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)).join(',')}]`
}

function writtenCall({ name, arguments: text }: ToolCall): string | null {
  const parsed = objectIn(text.trim() === '' ? '{}' : text)
  if (name === '' || parsed === null) return null
  const canonical = INEXACT.test(outsideStrings(text)) ? null : canonicalJson(parsed, DEEPEST)
  return `{"arguments":${canonical ?? JSON.stringify(text.trim())},"name":${JSON.stringify(name)}}`
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** One that does not end matches to the end: it is looked at once. */
const STRING = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gsu

function outsideStrings(json: string): string {
  return json.replaceAll(STRING, '""')
}

/** JSON with the members of every object in order and no spaces; null if it is deeper than `levels`. */
function canonicalJson(value: unknown, levels: number): string | null {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (levels === 0) return null
  const isList = Array.isArray(value)
  const entries = isList ? value.map((each) => ['', each] as const) : Object.entries(value).toSorted(byName)
  const parts: string[] = []
  for (const [name, each] of entries) {
    const inner = canonicalJson(each, levels - 1)
    if (inner === null) return null
    parts.push(isList ? inner : `${JSON.stringify(name)}:${inner}`)
  }
  return isList ? `[${parts.join(',')}]` : `{${parts.join(',')}}`
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
