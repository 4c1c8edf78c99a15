import type { MethodSpec } from './all-rules.js'

/** An external rule: another program decided, its verdicts were imported, and nothing here can decide by it. */
export type ExternalSpec = { method: 'external'; name: string; budget: number; certified?: undefined }

/** A method that an evaluation has verdicts of, ours or external. */
export type ReportedSpec = MethodSpec | ExternalSpec

/** The prefix of every external method's key; no method of ours has such a name. */
export const EXTERNAL_PREFIX = 'external:'

/** Returns whether another program decided a method's verdicts. */
export function isExternal(spec: ReportedSpec): spec is ExternalSpec {
  return spec.method === 'external'
}
