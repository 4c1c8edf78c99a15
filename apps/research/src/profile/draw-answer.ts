/** The key of the right answer; wrong ones are '1', '2', … */
export const RIGHT = '0'

/** Draws one answer of a question that is right with chance p, its wrong answers shared out as `wrong` says. */
export function drawAnswer(p: number, wrong: readonly number[], next: () => number): string {
  if (next() < p) return RIGHT
  let left = next()
  const at = wrong.findIndex((share) => (left -= share) < 0)
  return String(at === -1 ? wrong.length : at + 1)
}
