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
