/** One method while it is being chosen; values are text, as they are typed. */
export interface MethodDraft {
  /** Its own within the draft, so that a row keeps its focus while others come and go. */
  readonly id: number
  readonly method: string
  readonly values: Readonly<Record<string, string>>
  readonly budget: string
}

/** An evaluation while it is being written; empty fields are left to the API. */
export interface Draft {
  readonly name: string
  readonly suite: string
  readonly benchmark: string
  readonly pool: string
  readonly questions: string
  readonly replicates: string
  readonly seed: string
  readonly budget: string
  readonly methods: readonly MethodDraft[]
  readonly sampling: Readonly<Record<string, string>>
  readonly caps: { readonly calls: string; readonly tokens: string }
  readonly reasoning: boolean
  readonly paper: boolean
  readonly interactive: boolean
  /** How far to ask ahead of need: off, auto, or a number of samples. */
  readonly lookahead: string
  /** The share of questions that is drawn whole; empty for none. */
  readonly audit: string
  /** The webhook notified once it has ended; empty for none. */
  readonly notify: string
}

/** A submission as the API takes it. */
export type Submission = Readonly<Record<string, unknown>>
