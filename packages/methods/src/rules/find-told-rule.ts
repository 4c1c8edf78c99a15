import type { ToldRule } from './told-rule.js'
import { TOLD_RULES } from './told-rules.js'

const BY_NAME = new Map<string, ToldRule>(Object.entries(TOLD_RULES))

/**
 * Finds what a page says of a rule by the rule's name, where nothing is decided: it brings a kilobyte, where the rules
 * themselves bring all their mathematics. Null if there is none, such as a rule that only a newer release knows.
 */
export function findToldRule(name: string): ToldRule | null {
  return BY_NAME.get(name) ?? null
}
