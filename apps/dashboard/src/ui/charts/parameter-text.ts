import type { MethodCurve } from '@cges-fleet/core'

const SYMBOLS: Readonly<Record<string, string>> = { budget: 'B', window: 'w', gamma: 'γ', alpha: 'α', kappa: 'κ' }

/** Formats a value of a curve's parameter, such as `γ .99`. */
export function parameterText(varies: MethodCurve['varies'], value: number): string {
  return `${SYMBOLS[varies] ?? varies} ${`${value}`.replace(/^0\./, '.')}`
}
