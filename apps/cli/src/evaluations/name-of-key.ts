import { MAX_BUDGET, methodLabel, parseMethodSpec } from '@cges-fleet/methods'

/** A method's name as tables show it, `esc:window=4@16`, by its key, which spells every default. */
export function nameOfKey(key: string): string {
  const parsed = parseMethodSpec(key, MAX_BUDGET)
  return parsed.ok ? methodLabel(parsed.spec) : key
}
