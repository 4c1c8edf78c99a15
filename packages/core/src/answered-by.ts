import type { LogSource } from './schemas/import-spec.js'
import type { Provenance } from './schemas/pool.js'

/** Tells what gave an evaluation's answers: of an imported one what its log says, where it says so. */
export function answeredBy(of: { readonly provenance: Provenance; readonly source: LogSource | null }): Provenance {
  return of.source?.provenance ?? of.provenance
}
