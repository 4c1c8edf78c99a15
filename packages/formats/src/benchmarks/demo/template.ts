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

/** Makes a question answered by a whole number; slips that are no positive whole number are left out. */
export function numberDraft(question: string, answer: number, slips: readonly number[]): Draft {
  const near = [answer + 1, answer - 1, answer + 10, answer * 2, answer - 10, answer + 2]
  const likely = [...slips, ...near].filter((slip) => Number.isSafeInteger(slip) && slip > 0)
  return { question, answer: String(answer), slips: likely.map(String) }
}

/** Names for the people in word problems. */
export const FIRST_NAMES = [
  'Amara',
  'Bruno',
  'Chloe',
  'Dario',
  'Elena',
  'Farid',
  'Greta',
  'Hugo',
  'Ingrid',
  'Jonas',
  'Keiko',
  'Lucas',
  'Mina',
  'Nadia',
  'Oscar',
  'Priya',
  'Quentin',
  'Rosa',
  'Samir',
  'Tessa',
  'Umar',
  'Violet',
  'Wendy',
  'Yusuf',
] as const
