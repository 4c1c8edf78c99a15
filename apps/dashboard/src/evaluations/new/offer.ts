import type { Provenance } from '@cges-fleet/core'

/** A parameter of a method, as its registry describes it. */
export interface OfferedParameter {
  readonly name: string
  readonly preset?: string
  readonly optional?: true
  readonly range: string
  readonly options?: readonly string[]
  readonly about: string
}

/** A method that can be chosen. */
export interface OfferedMethod {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly parameters: readonly OfferedParameter[]
}

/** Methods that share a stopping idea. */
export interface OfferedFamily {
  readonly family: string
  readonly title: string
  readonly methods: readonly OfferedMethod[]
}

/** A value that every request to the model carries. */
export interface OfferedSampling {
  readonly name: string
  readonly about: string
  readonly preset: string
}

/** A pool that can draw it, and whether what answers there is a model. */
export interface OfferedPool {
  readonly name: string
  readonly model: string
  readonly ready: number
  readonly provenance: Provenance
}

/** All a new evaluation can be made of. */
export interface Offer {
  readonly benchmarks: readonly { readonly name: string; readonly title: string; readonly questions: number }[]
  readonly pools: readonly OfferedPool[]
  readonly families: readonly OfferedFamily[]
  /** Parameters that most methods share beside their own, explained the same for all. */
  readonly shared: readonly OfferedParameter[]
  readonly sampling: readonly OfferedSampling[]
  readonly mostBudget: number
  /** The webhooks that can be notified of its end. */
  readonly webhooks: readonly { readonly name: string; readonly host: string }[]
}
