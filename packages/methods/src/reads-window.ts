import { ruleOf } from './rules/all-rules.js'
import { isExternal, type ReportedSpec } from './rules/external.js'

/** Returns how many tokens a group has, for a method that reads how a sample's confidence fell from token to token; else null. */
export function readsWindow(spec: ReportedSpec): number | null {
  if (isExternal(spec)) return null
  const rule = ruleOf(spec)
  return rule.decides === 'trial' ? (rule.window?.(spec) ?? null) : null
}
