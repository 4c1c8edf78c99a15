import type { SeededRandom } from '@cges-fleet/methods'

/** A question whose answer is true by the way it was made; slips are what a hasty reader would say. */
export type Draft = { readonly question: string; readonly answer: string; readonly slips: readonly string[] }

/** One kind of question; `position` counts within the family and chooses the wording. */
export type Family = {
  readonly name: string
  /** How hard its questions are on average, in (0, 1). */
  readonly difficulty: number
  readonly write: (random: SeededRandom, position: number) => Draft
}

/** A way to write one question. */
export type Template = (random: SeededRandom) => Draft

/** Takes the templates of a family in turn. */
export function inTurn(templates: readonly [Template, ...Template[]]): Family['write'] {
  return (random, position) => (templates[position % templates.length] ?? templates[0])(random)
}
