/** A key that is made of several: a tuple, an interval, a set, a matrix, an equation. */
export interface Parts {
  /** Two keys of one shape have as many parts, which stand for the same: `(,)`, `[,)`, `\{,\}`. */
  readonly shape: string
  readonly parts: readonly string[]
  /** Whether their order says nothing. */
  readonly anyOrder: boolean
}

const OPENING = /^(?:\\\{|[([{])/u
const CLOSING = /^(?:\\\}|[)\]}])/u
const RELATION = /^(?:\\(?:le|ge|ne|lt|gt|leq|geq|neq|in)(?![a-zA-Z])|[<>=])/u
const UNION = /^\\cup(?![a-zA-Z])/u
const COMMA = /^,/u
const MATRIX = /^\\begin\{([a-z]+)\}(.*)\\end\{\1\}$/su
const BRACKETED = /^(\\\{|[([])(.*?)(\\\}|[)\]])$/su

/** Takes a key apart at its outermost level; null where it is one expression. */
export function partsOfKey(key: string): Parts | null {
  const matrix = MATRIX.exec(key)
  if (matrix !== null) {
    const rows = (matrix[2] ?? '').split('\\\\').map((row) => row.split('&'))
    const shape = `${matrix[1]} ${rows.map((row) => row.length).join(',')}`
    return { shape, parts: rows.flat(), anyOrder: false }
  }
  const relation = split(key, RELATION)
  if (relation.parts.length > 1) return { ...relation, shape: relation.marks.join(' '), anyOrder: false }
  const union = split(key, UNION)
  if (union.parts.length > 1) return { ...union, shape: '\\cup', anyOrder: true }
  const [, open = '', inner = '', close = ''] = BRACKETED.exec(key) ?? []
  if (open === '') return null
  const { parts } = split(inner, COMMA)
  const isSet = open === '\\{'
  // Brackets that close before the end, or around one expression, are arithmetic.
  if (parts.length === 0 || (parts.length === 1 && !isSet)) return null
  return { shape: `${open},${close}`, parts, anyOrder: isSet }
}

/** Splits where a mark stands outside all brackets; no parts where brackets do not match. */
function split(text: string, mark: RegExp): { readonly parts: string[]; readonly marks: string[] } {
  const [parts, marks]: [string[], string[]] = [[], []]
  let [depth, from, at] = [0, 0, 0]
  while (at < text.length) {
    const rest = text.slice(at, at + 8)
    const [found = ''] = (depth === 0 ? mark.exec(rest) : null) ?? []
    if (found !== '') {
      parts.push(text.slice(from, at))
      marks.push(found)
      from = at + found.length
    }
    const [open = ''] = OPENING.exec(rest) ?? []
    const [close = ''] = CLOSING.exec(rest) ?? []
    depth += Number(open !== '') - Number(close !== '')
    if (depth < 0) return { parts: [], marks: [] }
    at += Math.max(1, found.length, open.length, close.length)
  }
  return depth === 0 ? { parts: [...parts, text.slice(from)], marks } : { parts: [], marks: [] }
}
