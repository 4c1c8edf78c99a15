import type { MethodReport } from '@cges-fleet/core'
import { findToldRule } from '@cges-fleet/methods/replay'

const TERMS: Readonly<Record<string, (value: string) => string>> = {
  alpha: (value) => `α ${value}`,
  confidence: (value) => value,
  gamma: (value) => `γ ${value}`,
  kappa: (value) => `κ ${value}`,
  keep: (value) => `keep ${value}`,
  name: (value) => value,
  minSamples: (value) => `min ${value}`,
  otherStops: () => 'other stops',
  support: (value) => `K=${value}`,
  threshold: (value) => value,
  window: (value) => `w=${value}`,
}

/**
 * Names a method as people say it, such as `CGES lns-arith γ .99`, from the API's short form, which leaves out
 * defaults. The budget is not part of the name. A method or parameter unknown here is named as it is written.
 */
export function methodName({ label }: Pick<MethodReport, 'label'>): string {
  const [rule = label] = label.split('@')
  const [method = rule, parameters = ''] = rule.split(':')
  const terms = parameters.split(',').filter((parameter) => parameter !== '')
  return [
    findToldRule(method)?.title ?? (method === 'external' ? 'External' : method.toUpperCase()),
    ...terms.map(termOf),
  ].join(' ')
}

function termOf(parameter: string): string {
  const [name = '', value = ''] = parameter.split('=')
  const short = value.replace(/^0\./, '.')
  return TERMS[name]?.(short) ?? `${name}=${short}`
}
