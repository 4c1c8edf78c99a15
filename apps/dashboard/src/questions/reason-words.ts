const WORDS: Readonly<Record<string, string>> = {
  threshold: 'its score reached its threshold',
  window: 'a whole window gave one answer',
  budget: 'its budget was used up',
  other: 'answers not seen yet were likelier than any seen',
  easy: 'the question was ranked easy',
  undecided: 'graded again, its rule is no longer satisfied',
}

/** Says in words why a method stopped. */
export function reasonWords(reason: string | null): string {
  return reason === null ? 'not known' : (WORDS[reason] ?? reason)
}
