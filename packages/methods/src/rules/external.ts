import type { MethodSpec } from './all-rules.js'

/** A rule of somebody's own: another program decided, its verdicts were imported, and nothing here can decide by it. */
export type ExternalSpec = { method: 'external'; name: string; budget: number; certified?: undefined }

/** A method that an evaluation has verdicts of, ours or somebody's own. */
export type ReportedSpec = MethodSpec | ExternalSpec

/** What the key of every method of somebody's own begins with; no method of ours has such a name. */
export const EXTERNAL_PREFIX = 'external:'

/** Tells whether another program decided a method's verdicts. */
export function isExternal(spec: ReportedSpec): spec is ExternalSpec {
  return spec.method === 'external'
}
