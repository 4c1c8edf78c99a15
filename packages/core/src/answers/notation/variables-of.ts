import type { Expression } from '../expression/expression.js'

const CONSTANT = /^(?:\d+|i|e|\\pi)$/u

/** The names in a flat expression that are no constants, in order. */
export function variablesOf(expression: Expression): string[] {
  const names = [...expression.values()].flatMap(({ factors }) => [...factors.keys()])
  return [...new Set(names)].filter((name) => !CONSTANT.test(name)).toSorted()
}
