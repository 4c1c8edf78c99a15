import { RULES } from '@cges-fleet/methods'

/**
 * Adds to the methods of a test the example of every rule that none of them follows, at its budget, so that the test tries
 * the next rule too. `untried` are rules that it cannot try; throws where one of them is gone, or tried after all.
 */
export function withEveryRule(methods: readonly string[], budget: number, untried: readonly string[] = []): string[] {
  const tried = new Set(methods.map((method) => method.split(/[:@]/u)[0]))
  // A fleet takes no rule that reads partial answers.
  const missing = RULES.filter((rule) => !tried.has(rule.name) && !('probes' in rule))
  const idle = untried.filter((name) => !missing.some((rule) => rule.name === name))
  if (idle.length > 0) throw new Error(`not untried: ${idle.join(', ')}`)
  const added = missing.filter(({ name }) => !untried.includes(name))
  return [...methods, ...added.map(({ example }) => example.replace(/@\d+$/u, `@${budget}`))]
}
