import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type YAMLError } from 'yaml'
import { UsageError } from '../errors.js'
import { readTextFile } from './text-files.js'

/** Reads a YAML or JSON file; its errors name the line and what to write instead. */
export function readYamlFile(file: string): unknown {
  const text = readTextFile(file)
  const document = parseDocument(text)
  const [broken] = document.errors
  const lines = text.split(/\r?\n/u)
  if (broken === undefined) {
    try {
      return document.toJS()
    } catch (error) {
      // A reference to nothing, or too many of them.
      if (!(error instanceof ReferenceError)) throw error
      throw refusal(file, lines, { line: 1 + lines.findIndex((each) => each.includes('*')), hint: INVALID })
    }
  }
  throw refusal(file, lines, explain(broken, lines))
}

/** Finds the line of a field, or of the nearest one around it; null if the file has neither. */
export function lineOfField(file: string, path: readonly PropertyKey[]): number | null {
  const lineCounter = new LineCounter()
  let node: unknown = parseDocument(readTextFile(file), { lineCounter }).contents
  let at: number | null = null
  for (const name of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === name)
      if (!isNode(pair?.key)) break
      at = pair.key.range?.[0] ?? at
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      if (isNode(node)) at = node.range?.[0] ?? at
    } else break
  }
  return at === null ? null : lineCounter.linePos(at).line
}

function refusal(file: string, lines: readonly string[], { line, hint }: Explanation): UsageError {
  const found = lines[line - 1]?.trim() ?? ''
  return new UsageError(
    `${file}, line ${line}: ${hint}${found === '' ? '' : `\n  found: ${found.slice(0, LONGEST_FOUND)}`}`,
  )
}

/** Characters of a line that an error repeats. */
const LONGEST_FOUND = 80

interface Explanation {
  /** Where the reader has to change something, which may be below the parser's own place. */
  readonly line: number
  readonly hint: string
}

const INVALID = 'This is not valid YAML. Put text that holds ": " or begins with one of @ * & ! % ` [ { in "quotes".'
const ALIGN = 'Start it in the same column as the fields beside it.'

function explain({ code, linePos }: YAMLError, lines: readonly string[]): Explanation {
  const line = Math.min(linePos?.[0].line ?? 1, lines.length)
  const text = lines[line - 1] ?? ''
  switch (code) {
    case 'TAB_AS_INDENT':
      return { line, hint: 'This line is indented with a tab. Indent with spaces.' }
    case 'DUPLICATE_KEY':
      return { line, hint: 'This field is in the file twice. Keep one of the two.' }
    case 'BAD_INDENT':
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MISSING_CHAR':
      if (isDeeper(lines[line], text)) return { line: line + 1, hint: `This line is indented too far. ${ALIGN}` }
      if (code === 'BLOCK_AS_IMPLICIT_KEY') return { line, hint: INVALID }
      return findUnclosed(lines, line) ?? { line, hint: `This line is indented wrongly. ${ALIGN}` }
    case 'MULTILINE_IMPLICIT_KEY':
      return { line, hint: 'A line needs a field and a value, with a colon and a space between: "pool: gpu".' }
    case 'MULTIPLE_DOCS':
      return { line, hint: 'The file has a second document after "---". Put each evaluation into a file of its own.' }
    default:
      return { line, hint: INVALID }
  }
}

/** Whether the next line begins further right, as the value of a field that has one already. */
function isDeeper(next: string | undefined, text: string): boolean {
  return next !== undefined && /^\s+[^\s#]/u.test(next) && indentOf(next) > indentOf(text)
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}

/** Finds the bracket or quotation mark that is never closed, on the last line that opens one; null if there is none. */
function findUnclosed(lines: readonly string[], line: number): Explanation | null {
  for (let at = line; at >= 1; at -= 1) {
    const text = lines[at - 1] ?? ''
    for (const [open, close] of PAIRS) {
      if (count(text, open) > count(text, close))
        return { line: at, hint: `"${open}" is never closed. Add "${close}".` }
    }
    if (count(text, '"') % 2 === 1) return { line: at, hint: 'A quotation mark is never closed. Add the second.' }
  }
  return null
}

const PAIRS = [
  ['[', ']'],
  ['{', '}'],
] as const

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}
