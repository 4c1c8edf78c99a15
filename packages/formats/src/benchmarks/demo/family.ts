import type { SeededRandom } from '@cges-fleet/methods'

/** A question whose answer is right by construction; slips are what a hasty reader would answer. */
export type Draft = { readonly question: string; readonly answer: string; readonly slips: readonly string[] }

/** One kind of question; `position` counts within the family and chooses the wording. */
export type Family = {
  readonly name: string
  /** How hard its questions are on average, in (0, 1). */
  readonly difficulty: number
  readonly write: (random: SeededRandom, position: number) => Draft
}

/** Generates one question. */
export type Template = (random: SeededRandom) => Draft

/** Alternates the templates of a family. */
export function inTurn(templates: readonly [Template, ...Template[]]): Family['write'] {
  return (random, position) => (templates[position % templates.length] ?? templates[0])(random)
}
