import type { MethodResult, Recording, ReplayOptions } from '@cges-fleet/replay'
import { runOwnRule } from './run-own-rule.js'

/** The rules of one's own that were asked for. */
export interface OwnRuleFlags {
  readonly methodFile?: readonly string[]
  readonly methodCommand?: readonly string[]
}

/** Runs the rules that are not ours on the same samples, one after the other. */
export async function runOwnRules(
  { methodFile = [], methodCommand = [] }: OwnRuleFlags,
  recordings: readonly Recording[],
  options: ReplayOptions & { readonly budget: number },
): Promise<MethodResult[]> {
  const rules = [
    ...methodFile.map((text) => ({ kind: 'file', text }) as const),
    ...methodCommand.map((text) => ({ kind: 'command', text }) as const),
  ]
  const results: MethodResult[] = []
  for (const rule of rules) results.push(await runOwnRule(rule, recordings, options))
  return results
}
