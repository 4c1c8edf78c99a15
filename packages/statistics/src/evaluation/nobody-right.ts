interface Graded {
  readonly accuracy: { readonly value: number } | null
}

/**
 * Whether several methods have an accuracy and none a right answer: their differences are 0 and say nothing. Methods
 * without an accuracy, such as those set aside, are left out.
 */
export function isNobodyRight(methods: readonly Graded[]): boolean {
  const known = methods.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy.value]))
  return known.length > 1 && known.every((value) => value === 0)
}
