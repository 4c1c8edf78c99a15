/** Whether `npm test` runs, which looks at a few cases of what the longer tests see all of. */
export const IS_FIRST_LOOK = process.env['CGES_TESTS'] === 'first'

/** Whether `npm run test:with -- length` runs, which repeats for as long as a night allows. */
export const IS_AT_LENGTH = process.env['CGES_AT_LENGTH'] === '1'

interface Repetitions {
  readonly first: number
  readonly rest: number
  readonly atLength: number
}

/** How often a proof is repeated by `npm test`, by the longer tests, and at night. */
export function repetitions({ first, rest, atLength }: Repetitions): number {
  if (IS_AT_LENGTH) return atLength
  return IS_FIRST_LOOK ? first : rest
}

/** The cases of a proof that all take the same way: the first; at length, all. */
export function some<T>(cases: readonly T[]): readonly T[] {
  return IS_AT_LENGTH ? cases : cases.slice(0, 1)
}

/** Behind the name of a proof that others of its file nearly make. */
export const LONGER = ' (takes minutes: run npm run test:with -- length)'
