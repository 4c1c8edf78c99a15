import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it'

/** The longest formula that is read: what follows an opening delimiter that never closes is looked through no further. */
const LONGEST_FORMULA = 2000

/**
 * Reads a text as CommonMark with tables, and with TeX formulas between `$`, `$$`, `\(`, `\[`, in an environment, or in a
 * bare `\boxed{…}`. Formulas are tokens `math` (inline) and `display`, their TeX as content, with its delimiters as info. HTML is text.
 */
export function readMarkdown(text: string): Token[] {
  return reader.parse(text, {})
}

const reader = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: true, maxNesting: 20 })
reader.inline.ruler.before('escape', 'math', readInlineMath)
reader.block.ruler.before('fence', 'display', readDisplay, { alt: ['paragraph', 'list', 'blockquote'] })

/** A formula at a place of a text. */
interface Formula {
  readonly tex: string
  readonly isDisplay: boolean
  readonly end: number
}

function readInlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const character = src[pos]
  if (character !== '$' && character !== '\\') return false
  const formula = formulaAt(src, pos)
  if (formula === null || formula.end > posMax) return keepBackslash(state, silent)
  if (!silent) {
    const token = state.push(formula.isDisplay ? 'display' : 'math', '', 0)
    token.content = formula.tex
    token.info = src.slice(pos, formula.end)
  }
  state.pos = formula.end
  return true
}

/** A backslash before a delimiter that does not close, or before a letter, stays as the model wrote it. */
function keepBackslash(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\\' || !/[()[\]{},;:!a-zA-Z]/.test(state.src[state.pos + 1] ?? '')) return false
  if (!silent) state.pending += '\\'
  state.pos += 1
  return true
}

/** A display formula that begins a line, over as many lines as it takes. */
function readDisplay(state: StateBlock, line: number, last: number, silent: boolean): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if (!/^(?:\$\$|\\\[|\\begin\{)/.test(state.src.slice(start, start + 8))) return false
  const formula = formulaAt(state.src, start)
  if (formula === null) return false
  let end = line
  while (end < last && (state.eMarks[end] ?? 0) < formula.end) end += 1
  // What follows on its last line would be lost: such a formula belongs to a paragraph.
  if (end >= last || state.src.slice(formula.end, state.eMarks[end]).trim() !== '') return false
  if (silent) return true
  const token = state.push('display', '', 0)
  token.content = formula.tex
  token.info = state.src.slice(start, formula.end)
  token.block = true
  state.line = end + 1
  return true
}

const DELIMITERS = [
  { open: '$$', close: '$$', isDisplay: true },
  { open: '\\[', close: '\\]', isDisplay: true },
  { open: '\\(', close: '\\)', isDisplay: false },
] as const

/** The formula that begins at a place; null if none does, or it does not end soon. */
function formulaAt(text: string, at: number): Formula | null {
  const ahead = text.slice(at, at + LONGEST_FORMULA)
  for (const { open, close, isDisplay } of DELIMITERS) {
    if (!ahead.startsWith(open)) continue
    const end = ahead.indexOf(close, open.length)
    if (end < 0 || ahead.slice(open.length, end).trim() === '') return null
    return { tex: ahead.slice(open.length, end), isDisplay, end: at + end + close.length }
  }
  if (ahead.startsWith('$')) return dollarsAt(ahead, at)
  if (ahead.startsWith('\\boxed{')) return boxAt(ahead, at)
  return environmentAt(ahead, at)
}

/** Between single dollars, neither beside a space within, nor the closing one before a digit: "$5 and $10" is money. */
function dollarsAt(ahead: string, at: number): Formula | null {
  const [whole, tex = ''] = /^\$((?:[^$\\\n]|\\[^\n])+)\$(?!\d)/.exec(ahead) ?? []
  if (whole === undefined || /^\s|\s$/.test(tex)) return null
  return { tex, isDisplay: false, end: at + whole.length }
}

function boxAt(ahead: string, at: number): Formula | null {
  let depth = 0
  for (let place = '\\boxed'.length; place < ahead.length; place += 1) {
    const character = ahead[place]
    if (character === '\\') place += 1
    else if (character === '{') depth += 1
    else if (character === '}' && --depth === 0) {
      return { tex: ahead.slice(0, place + 1), isDisplay: false, end: at + place + 1 }
    }
  }
  return null
}

function environmentAt(ahead: string, at: number): Formula | null {
  const [open, name] =
    /^\\begin\{((?:align|aligned|equation|gather|gathered|cases|matrix|pmatrix|bmatrix|array)\*?)\}/.exec(ahead) ?? []
  if (open === undefined) return null
  const close = `\\end{${name}}`
  const end = ahead.indexOf(close)
  return end < 0 ? null : { tex: ahead.slice(0, end + close.length), isDisplay: true, end: at + end + close.length }
}
