import type { ToldRule } from './told-rule.js'
import { TOLD_RULES } from './told-rules.js'

const BY_NAME = new Map<string, ToldRule>(Object.entries(TOLD_RULES))

/**
 * Finds a rule's description for pages by the rule's name, in code that decides nothing: the descriptions take a
 * kilobyte, whereas the rules themselves bring all their mathematics. Null if there is none, such as a rule that only a
 * newer release knows.
 */
export function findToldRule(name: string): ToldRule | null {
  return BY_NAME.get(name) ?? null
}
