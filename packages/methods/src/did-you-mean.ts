/** Longer words are no slip of a name. */
const LONGEST = 60

/**
 * Returns a suggestion after an unknown name: `; did you mean cges?`, or nothing if no name is near. Near is one slip
 * in every three letters: an added, missing or wrong letter, or two swapped.
 */
export function didYouMean(word: unknown, names: readonly string[]): string {
  if (typeof word !== 'string' || word.length > LONGEST) return ''
  const near = names
    .map((name) => ({ name, slips: slipsBetween(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= Math.max(word.length, name.length) / 3)
    .toSorted((a, b) => a.slips - b.slips)
  return near[0] === undefined ? '' : `; did you mean ${near[0].name}?`
}

/** The least number of slips that make one word of another (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1
      const steps = [(rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + differs]
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(...steps, ...(swapped ? [(rows[i - 2]?.[j - 2] ?? 0) + 1] : [])))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}
