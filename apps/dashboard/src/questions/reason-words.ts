const WORDS: Readonly<Record<string, string>> = {
  threshold: 'its score reached its threshold',
  window: 'a whole window gave one answer',
  budget: 'its budget was used up',
  other: 'answers not seen yet were likelier than any seen',
  abstained: 'its answer was withheld: its score is below what it must have',
  calibration: 'its whole budget was drawn to fix a threshold',
  total: 'the calls of all questions together were spent',
  external: 'a rule of one’s own stopped',
  easy: 'the question was ranked easy',
  undecided: 'graded again, its rule is no longer satisfied',
}

/** Explains in words why a method stopped. */
export function reasonWords(reason: string | null): string {
  return reason === null ? 'not known' : (WORDS[reason] ?? reason)
}
