const QUOTES = /^["'`]+|(?<!["'`])["'`]+$/gu
const STOP = /(?<![.!?])[.!?,;:]$/u

/**
 * Returns plain text's comparison key: lower case, single spaces, one form of each letter, quote and dash, without
 * surrounding quotes or a final mark. The full stop of an abbreviation goes with it: `U.S.` is `u.s`.
 */
export function textKey(raw: string): string {
  const text = withoutLead(peel(unwrapText(cleanText(raw))))
    .normalize('NFKC')
    .replaceAll(/[‘’‚′]/gu, "'")
    .replaceAll(/[“”„″«»]/gu, '"')
    .replaceAll(/[‐‑–—−]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase()
  const unquoted = text.replaceAll(QUOTES, '').trim()
  return unquoted.replace(STOP, '').replaceAll(QUOTES, '').trim()
}

/**
 * Makes text safe to store and compare: composed Unicode (NFC), no NUL or other control characters (they become
 * spaces), no lone surrogates, no white space around it. Linear in the text's length: composing hostile Unicode takes
 * quadratic time, so text over 4,000 characters is left as it is, but for NUL and lone surrogates.
 */
export function cleanText(text: string): string {
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  if (text.length > MAX_ANSWER_LENGTH) return whole.replaceAll('\0', ' ').trim()
  return whole
    .replaceAll(/\p{Cc}/gu, ' ')
    .normalize('NFC')
    .trim()
}

/** Characters an answer may have; longer text is no answer, since no gold answer is longer. */
export const MAX_ANSWER_LENGTH = 4_000

const PAIRS: readonly (readonly [string, string])[] = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['**', '**'],
  ['`', '`'],
]
const BOX = /^\\(?:boxed|fbox)\s{0,4}\{(.*)\}$/su
const MOST_LAYERS = 8

/** Strips what surrounds an answer and is no part of it: `$…$`, `\(…\)`, `**…**`, a box, a final full stop. */
export function peel(text: string): string {
  let peeled = text.trim()
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const next = peelOnce(peeled)
    if (next === peeled) break
    peeled = next
  }
  return peeled
}

function peelOnce(text: string): string {
  const stop = /[^.\s][.,;]$/u.test(text) ? text.slice(0, -1).trim() : text
  const box = BOX.exec(stop)?.[1]
  if (box !== undefined && isBalanced(box)) return box.trim()
  const pair = PAIRS.find(([open, close]) => {
    const inner = stop.slice(open.length, -close.length)
    const isLonger = stop.length > open.length + close.length
    return isLonger && stop.startsWith(open) && stop.endsWith(close) && !inner.includes(open) && !inner.includes(close)
  })
  return pair === undefined ? stop : stop.slice(pair[0].length, -pair[1].length).trim()
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length && depth >= 0; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
  }
  return depth === 0
}

const WRAPPER = /\\(?:text(?:bf|it|rm|normal)?|math(?:rm|bf|it)|mbox)\s{0,4}\{/uy

/**
 * Strips text formatting from LaTeX: `\text{…}`, `\mathrm{…}`, `\mbox{…}` and the like leave their content. An escaped
 * character keeps its backslash. Linear in the text's length.
 */
export function unwrapText(text: string): string {
  const kept: string[] = []
  const open: boolean[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\\') {
      WRAPPER.lastIndex = at
      const wrapper = WRAPPER.exec(text)?.[0]
      if (wrapper === undefined) kept.push(text.slice(at, at + 2))
      else open.push(true)
      at += wrapper?.length ?? 2
      continue
    }
    if (char === '{') open.push(false)
    const wrapped = char === '}' && open.pop() === true
    if (!wrapped) kept.push(char)
    at += 1
  }
  return kept.join('')
}

const LEAD =
  /^[*_\s]{0,4}(?:the |my |so the )?(?:final |correct |right |best )?(?:answer|option|choice)(?: is|:| =|\s?=)[\s:*]{1,4}(?:option |choice |the )?(?=\S)/iu

/** Strips words that only introduce an answer, as in `The answer is 5` and `Answer: C`. */
export function withoutLead(text: string): string {
  return text.replace(LEAD, '')
}
