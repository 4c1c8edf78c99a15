import type { AnswerPair } from './answer-pair.js'

/** Groups pairs by class, in the order of the classes' names. */
export function byClass(pairs: readonly AnswerPair[]): [string, AnswerPair[]][] {
  const names = [...new Set(pairs.map((pair) => pair.class))].toSorted((one, other) => (one < other ? -1 : 1))
  return names.map((name) => [name, pairs.filter((pair) => pair.class === name)])
}
