import type { Patch } from './mutated-copy.js'
import type { TrialName } from './trials.js'

/** One guard of the protocol taken out, and the trial or the ordinary test that must notice. */
export type Mutation = Removal & ({ readonly trial: TrialName } | { readonly test: string })

interface Removal {
  readonly guard: string
  readonly patches: readonly Patch[]
  /** What the database guards besides: taken out too, or the guard in the code would not be what is tested. */
  readonly sql?: string
}
