import type { Draft } from './family.js'

/** Makes a question answered by a whole number; slips that are no positive whole number are left out. */
export function numberDraft(question: string, answer: number, slips: readonly number[]): Draft {
  const near = [answer + 1, answer - 1, answer + 10, answer * 2, answer - 10, answer + 2]
  const likely = [...slips, ...near].filter((slip) => Number.isSafeInteger(slip) && slip > 0)
  return { question, answer: String(answer), slips: likely.map(String) }
}
