import type { CertifiedSpec } from '../rules/all-rules.js'
import type { ReportedSpec } from '../rules/external.js'

/** Returns whether a method's threshold is fixed on calibration questions. */
export function isCertified(spec: ReportedSpec): spec is CertifiedSpec {
  return spec.certified !== undefined
}
