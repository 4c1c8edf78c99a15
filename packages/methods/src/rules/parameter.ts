import type { CgesSupport } from '../cges/posterior.js'

/** The documentation of every parameter: its range in words, and what it does. */
type Described = { readonly range: string; readonly about: string }

/** A number: whole and from `from` to `to`, or any strictly between them, `to` itself among them if it is `closed`. */
type NumberParameter = Described & {
  readonly reads: 'number'
  readonly whole: boolean
  readonly from: number
  readonly to: number
  readonly closed?: true
  readonly preset?: number
  readonly optional?: true
}
type WordParameter = Described & {
  readonly reads: 'word'
  readonly options: readonly string[]
  readonly preset?: string
}
/** Two numbers strictly between `from` and `to`, written with `separator` between them; left out, nothing of it holds. */
type PairParameter = Described & {
  readonly reads: 'pair'
  readonly from: number
  readonly to: number
  readonly separator: ';' | '/'
  readonly optional: true
}
/** A list of shapes as `parseShapes` reads it. */
type ShapesParameter = Described & { readonly reads: 'shapes' }
type FlagParameter = Described & { readonly reads: 'flag'; readonly preset: boolean }
type SupportParameter = Described & { readonly reads: 'support'; readonly preset: 'dynamic' }

/**
 * One parameter of a rule with its syntax, its validation and its documentation. Without `preset` it must be given, unless
 * it is `optional`: then a spec may lack it.
 */
export type Parameter =
  | NumberParameter
  | WordParameter
  | FlagParameter
  | SupportParameter
  | PairParameter
  | ShapesParameter

/** A rule's parameters by name, sorted; their order is that of its specs' fields. */
export type Parameters = Readonly<Record<string, Parameter>>

/** The values a parameter takes. */
export type ValueOf<P> = P extends { readonly reads: 'number' }
  ? number
  : P extends { readonly reads: 'word'; readonly options: readonly (infer Option)[] }
    ? Option
    : P extends { readonly reads: 'flag' }
      ? boolean
      : P extends { readonly reads: 'support' }
        ? CgesSupport
        : P extends { readonly reads: 'pair' }
          ? readonly [number, number]
          : P extends { readonly reads: 'shapes' }
            ? string
            : never

/** A required probability. */
export function share(about: string) {
  return { reads: 'number', whole: false, from: 0, to: 1, range: 'a number strictly between 0 and 1', about } as const
}

/** A whole number from `from` to `to`, counting `of`. */
export function count(about: string, { of = 'samples', from = 1, to = MAX_BUDGET } = {}) {
  return {
    reads: 'number',
    whole: true,
    from,
    to,
    range: `a whole number of ${of} from ${from} to ${to}`,
    about,
  } as const
}

/** The largest number of samples a trial can hold; a sample's index is below it. */
export const MAX_BUDGET = 1024
