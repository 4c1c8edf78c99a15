import type { Expression } from './expression.js'

const CONSTANT = /^(?:\d+|i|e|\\pi)$/u

/** The names in an expression that are no constants, in order; none if it is a number. */
export function variablesOf(expression: Expression): string[] {
  const names = [...expression.values()].flatMap(({ factors }) => [...factors.keys()])
  return [...new Set(names)].filter((name) => !CONSTANT.test(name)).toSorted()
}
