import type { Patch } from './mutated-copy.js'
import type { TrialName } from './trials.js'

/** The removal of one guard of the protocol, and the trial or the ordinary test that must notice. */
export type Mutation = Removal & ({ readonly trial: TrialName } | { readonly test: string })

interface Removal {
  readonly guard: string
  readonly patches: readonly Patch[]
  /**
   * Also removes the database's guard against the same fault; otherwise the guard in the code would not be what is
   * tested.
   */
  readonly sql?: string
}
