/** A parameter of a method, as its registry describes it. */
export interface OfferedParameter {
  readonly name: string
  readonly preset?: string
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

/** All a new evaluation can be made of. */
export interface Offer {
  readonly benchmarks: readonly { readonly name: string; readonly title: string; readonly questions: number }[]
  readonly pools: readonly { readonly name: string; readonly model: string; readonly ready: number }[]
  readonly families: readonly OfferedFamily[]
  readonly sampling: readonly OfferedSampling[]
  readonly mostBudget: number
}
