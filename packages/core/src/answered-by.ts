import type { LogSource } from './schemas/import-spec.js'
import type { Provenance } from './schemas/pool.js'

/** Returns what produced an evaluation's answers: for an imported one what its log says, if it says so. */
export function answeredBy(of: { readonly provenance: Provenance; readonly source: LogSource | null }): Provenance {
  return of.source?.provenance ?? of.provenance
}
