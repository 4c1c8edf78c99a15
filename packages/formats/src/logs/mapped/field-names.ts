const SHOWN_NAMES = 20
const SHOWN_LENGTH = 40

/** The first of some names, each at most so long, between marks if given. */
export function namesText(names: readonly string[], mark: '"' | '' = ''): string {
  const shown = names
    .slice(0, SHOWN_NAMES)
    .map((name) => (name.length > SHOWN_LENGTH ? `${name.slice(0, SHOWN_LENGTH)}…` : name))
    .map((name) => (mark === '' ? name : JSON.stringify(name)))
  return `${shown.join(', ')}${names.length > SHOWN_NAMES ? ', …' : ''}`
}

/** Objects of a list that are looked at. */
const LOOKED_AT = 100

/** The first objects of a list; none if it holds anything else, or is a conversation. */
export function objectsOf(value: unknown): readonly object[] {
  const first: readonly unknown[] = Array.isArray(value) ? value.slice(0, LOOKED_AT) : []
  return isObjects(first) && first.every((each) => !('role' in each)) ? first : []
}

export function isObjects(values: readonly unknown[]): values is readonly object[] {
  return values.length > 0 && values.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
}

/** The field whose value is plainly a text: words, and twice as long as any other text of its object. */
export function plainTextOf([first = {}]: readonly object[]): string | null {
  const texts = Object.entries(first).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [{ name, length: value.length, hasWords: /\s/u.test(value.trim()) }] : [],
  )
  const [longest, next] = texts.toSorted((a, b) => b.length - a.length)
  return longest?.hasWords === true && longest.length >= 2 * (next?.length ?? 0) ? longest.name : null
}

/** A field’s name as a step of a JSON path. */
export function stepTo(name: string, isFirst = false): string {
  if (/^(?:[a-z_]\w*|…)$/iu.test(name)) return isFirst ? name : `.${name}`
  return `${isFirst ? '$' : ''}[${JSON.stringify(name)}]`
}
