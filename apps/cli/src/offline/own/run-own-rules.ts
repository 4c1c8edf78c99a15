import type { MethodResult, Recording, ReplayOptions } from '@cges-fleet/replay'
import { type OwnMethod, runOwnRule } from './run-own-rule.js'

/** The external rules requested. */
export interface OwnRuleFlags {
  readonly methodFile?: readonly string[]
  readonly methodCommand?: readonly string[]
  readonly methodSetCommand?: readonly string[]
}

/** Runs the rules that are not ours on the same samples, one after the other. */
export async function runOwnRules(
  { methodFile = [], methodCommand = [], methodSetCommand = [] }: OwnRuleFlags,
  recordings: readonly Recording[],
  options: ReplayOptions & { readonly budget: number },
): Promise<MethodResult[]> {
  const rules: OwnMethod[] = [
    ...methodFile.map((text) => ({ kind: 'file', text }) as const),
    ...methodCommand.map((text) => ({ kind: 'command', text }) as const),
    ...methodSetCommand.map((text) => ({ kind: 'set-command', text }) as const),
  ]
  const results: MethodResult[] = []
  for (const rule of rules) results.push(await runOwnRule(rule, recordings, options))
  return results
}
