const NEXT_QUESTION = /(?:Question|Problem|\bQ)(?: \d{1,4})?:/gu
const EMPTY_LINE_BEFORE = /\n[ \t\r]{0,8}\n\s{0,8}$/u
const LONGEST_GAP = 20
const MAX_PARTS = 64

/**
 * Splits a response where the model, done with its question, goes on to invent the next one, as models not trained to
 * converse do: `Question:` after an empty line. The answer is in the first part that has one.
 */
export function splitRunOn(text: string): string[] {
  const starts = [0]
  for (const { index } of text.matchAll(NEXT_QUESTION)) {
    if (starts.length === MAX_PARTS) break
    if (EMPTY_LINE_BEFORE.test(text.slice(Math.max(0, index - LONGEST_GAP), index))) starts.push(index)
  }
  return starts.map((start, at) => text.slice(start, starts[at + 1]))
}
