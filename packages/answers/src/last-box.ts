const BOXES = ['\\boxed', '\\fbox']
const SPACE = /\s/u
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d

/**
 * Finds what a response boxed last: the content of the last opened `\boxed{…}` or `\fbox{…}` that is closed and not
 * blank, nested braces included; null if there is none. `\{` and `\}` are letters, not braces. A box cut off by the end
 * of the text does not count. Linear in the text's length.
 */
export function lastBox(text: string): string | null {
  // Most texts have none, and searching is many times faster than reading letter by letter.
  if (!BOXES.some((box) => text.includes(box))) return null
  // Of each open box: where its content starts, and how many braces are open around it.
  const starts: number[] = []
  const depths: number[] = []
  let depth = 0
  let start = -1
  let end = -1
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) {
      const content = boxStart(text, at)
      at = content === null ? afterEscape(text, at) : afterSpace(text, content)
      if (content !== null) {
        starts.push(at)
        depths.push(depth++)
      }
      continue
    }
    if (code === OPEN) depth += 1
    else if (code === CLOSE && depth > 0) {
      depth -= 1
      if (depths.at(-1) === depth) {
        depths.pop()
        const opened = starts.pop() ?? at
        if (opened > start && opened < at) [start, end] = [opened, at]
      }
    }
    at += 1
  }
  return start < 0 ? null : text.slice(start, end).trim()
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
