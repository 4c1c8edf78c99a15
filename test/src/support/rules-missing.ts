import { METHOD_NAMES } from '@cges-fleet/methods'

/** The rules that none of these methods follow, so that a test of all of them notices the next one. */
export function rulesMissing(methods: readonly string[]): string[] {
  const tried = new Set(methods.map((method) => method.split(/[:@]/u)[0]))
  return METHOD_NAMES.filter((name) => !tried.has(name))
}
