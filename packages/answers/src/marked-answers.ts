import { lastOf } from './last-mentioned.js'

const TAG =
  /<(?:final[_ -]?)?(?:answer|ans|choice|option)>([^<]{1,4000})<\/(?:final[_ -]?)?(?:answer|ans|choice|option)>/giu
const LONGEST_LINE = 400

interface MarkedAnswer {
  readonly raw: string
  /** Whether it is enclosed; a line after `####` may be a heading. */
  readonly isEnclosed: boolean
}

/**
 * The answers a response marks: the last box that holds anything, else `<answer>…</answer>` or `<final_answer>…`, else
 * the line after `####`.
 */
export function markedAnswers(text: string): MarkedAnswer[] {
  const tag = lastOf(text.matchAll(TAG), 1)[0]?.[1]?.trim()
  const enclosed = [lastBox(text), tag ?? null].map((raw) => ({ raw, isEnclosed: true }))
  return [...enclosed, { raw: afterHashes(text), isEnclosed: false }].flatMap(({ raw, isEnclosed }) =>
    raw === null || raw === '' ? [] : [{ raw, isEnclosed }],
  )
}

function afterHashes(text: string): string | null {
  // Searched from the start first, which is many times faster.
  if (!text.includes('####')) return null
  const start = text.lastIndexOf('####') + '####'.length
  const lineEnd = text.indexOf('\n', start)
  const end = lineEnd < 0 ? text.length : lineEnd
  return end - start > LONGEST_LINE ? null : text.slice(start, end).trim()
}

const BOXES = ['\\boxed', '\\fbox']
const SPACE = /\s/u
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
/** What stands between the boxes of one list, without its typesetting: a comma, `and`, or both. */
const BETWEEN = /^(?:[,;、，] ?)?(?:and|or|und|oder|et|ou|y|o|e|и|или|och|en|of|和|或|と|または|와|과|또는)?$/u
const TYPESETTING = /\$|~|\\[,;! ()[\]]|\\q?quad(?![a-zA-Z])|\\text(?![a-zA-Z])|[{}\s]/gu
const LONGEST_GAP = 24
const MOST_JOINED = 16

interface Box {
  /** Where its command starts, where its content starts and ends. */
  readonly from: number
  readonly start: number
  readonly end: number
}

/**
 * Finds what a response boxed last: the content of the last opened `\boxed{…}` or `\fbox{…}` that is closed and not
 * blank, nested braces included; null if there is none. Boxes that list several values, `\boxed{3}, \boxed{5} and
 * \boxed{7}`, are one list, `3, 5, 7`. `\{` and `\}` are letters, not braces. A box cut off by the end of the text does
 * not count. Linear in the text's length.
 */
function lastBox(text: string): string | null {
  // Most texts have none, and searching is many times faster than reading letter by letter.
  if (!BOXES.some((box) => text.includes(box))) return null
  const found = lastOpened(text)
  return found === null ? null : listOf(text, found).join(', ')
}

/** The contents of the boxes that stand in one list with the last one. */
function listOf(text: string, { last, before }: LastBox): string[] {
  const contents = [text.slice(last.start, last.end).trim()]
  let next = last
  for (const box of before.toReversed()) {
    const gap = text.slice(box.end + 1, next.from)
    if (gap.length > LONGEST_GAP || !isListed(gap)) break
    if (contents.unshift(text.slice(box.start, box.end).trim()) === MOST_JOINED) break
    next = box
  }
  return [...new Set(contents)]
}

function isListed(gap: string): boolean {
  const bare = gap
    .replaceAll(TYPESETTING, ' ')
    .replaceAll(/ {1,24}/gu, ' ')
    .trim()
  return bare !== '' && BETWEEN.test(bare)
}

interface LastBox {
  readonly last: Box
  /** Those closed before it, as many as can stand in one list, in that order. */
  readonly before: readonly Box[]
}

/** The closed box that is not blank and was opened last. */
function lastOpened(text: string): LastBox | null {
  let found: LastBox | null = null
  const closed: Box[] = []
  // Of each open box: where its command and its content start, and how many braces are open around it.
  const opened: { readonly from: number; readonly start: number; readonly depth: number }[] = []
  let depth = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) {
      const content = boxStart(text, at)
      const from = at
      at = content === null ? afterEscape(text, at) : afterSpace(text, content)
      if (content !== null) opened.push({ from, start: at, depth: depth++ })
      continue
    }
    if (code === OPEN) depth += 1
    else if (code === CLOSE && depth > 0) {
      depth -= 1
      const box = opened.at(-1)
      if (box?.depth === depth) {
        opened.pop()
        if (box.start < at) {
          const last = { ...box, end: at }
          // Nothing closes within the one opened last, so all that closed so far did before it was opened.
          if (found === null || last.start > found.last.start) found = { last, before: closed.slice(-MOST_JOINED) }
          if (closed.push(last) === 2 * MOST_JOINED) closed.splice(0, MOST_JOINED)
        }
      }
    }
    at += 1
  }
  return found
}

/** Where the content starts of a box whose command is at `at`, or null. */
function boxStart(text: string, at: number): number | null {
  const letter = text[at + 1]
  if (letter !== 'b' && letter !== 'f') return null
  const command = BOXES.find((box) => text.startsWith(box, at))
  if (command === undefined) return null
  const brace = at + command.length
  if (text[brace] === '{') return brace + 1
  return text[brace] === ' ' && text[brace + 1] === '{' ? brace + 2 : null
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text, at)) at += 1
  return at
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code <= 0x20 && SPACE.test(text.charAt(at)) : SPACE.test(text.charAt(at))
}

/** A doubled backslash before a box is how some models escape it: the second one opens the box. */
function afterEscape(text: string, at: number): number {
  return text[at + 1] === '\\' && boxStart(text, at + 1) !== null ? at + 1 : at + 2
}
