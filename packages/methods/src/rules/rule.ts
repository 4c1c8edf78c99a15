import type { SignalName } from '../confidence/signal-names.js'
import type { Decision, ScoreStep, SetQuestion } from '../decision.js'
import type { Vote } from '../votes.js'
import type { Family, Look } from './look.js'
import type { Parameters, ValueOf } from './parameter.js'
import type { Swept } from './swept.js'

/** A rule's name, parameters and budget B, every default filled in: what is stored and hashed. */
export type SpecOf<Name extends string, P extends Parameters> = {
  method: Name
} & { -readonly [K in keyof P as P[K] extends Optional ? never : K]: ValueOf<P[K]> } & {
  -readonly [K in keyof P as P[K] extends Optional ? K : never]?: ValueOf<P[K]> | undefined
} & { budget: number } extends infer Spec
  ? { [K in keyof Spec]: Spec[K] }
  : never

type Optional = { readonly optional: true }

/** The description of a rule, from which tables, forms, documents and pages are built. */
type RuleDescription<Name extends string, P extends Parameters> = {
  readonly name: Name
  /** Rules that share a stopping idea; tables show families together. */
  readonly family: Family
  /** Its name for people, such as `ASC-β`. */
  readonly title: string
  /** When it stops, for people choosing it. */
  readonly about: string
  readonly example: string
  /** Its row in the documents: after which samples it may stop, by what test, and what it answers then; whose it is. */
  readonly documented: Readonly<Record<'stopsAfter' | 'test' | 'answer' | 'source', string>>
  readonly parameters: P
  /** The largest budget it takes, if that is below that of the others. */
  readonly mostVotes?: number
  /** Its hue and outline wherever it is drawn; or those of the signal it reads. */
  readonly look: Look | 'signal'
  /** The parameter that trades calls for accuracy; null if samples cannot be replayed under another value. */
  readonly swept: Swept<'budget' | (keyof P & string)> | null
}

/** A rule that decides one trial from that trial's samples alone. */
export interface TrialRuleFor<Name extends string, P extends Parameters, Spec> extends RuleDescription<Name, P> {
  readonly decides: 'trial'
  decide(spec: Spec, prefix: readonly Vote[]): Decision
  /** The smallest prefix length above `depth`, which is below the budget, at which it could stop. */
  nextStop(spec: Spec, depth: number): number
  /** Its decision at each value of the swept parameter, if one pass gives them all. */
  sweep?(spec: Spec, votes: readonly Vote[], values: readonly number[]): Decision[]
  /** Its state after each sample, those after its stop included. */
  path(spec: Spec, votes: readonly Vote[], answers: readonly string[]): ScoreStep[]
  /** The posterior of all answers not seen, in [0, 1]; left out if it has none. */
  other?(spec: Spec, votes: readonly Vote[]): number
  /** The score at which it stops; null if it stops by something else. */
  bar(spec: Spec): number | null
  /** The confidence a sample must carry; null if answers are all it uses. */
  signal(spec: Spec): SignalName | null
  /** The tokens of one group, if it reads how a sample's confidence fell from token to token; left out if it does not. */
  window?(spec: Spec): number
  /**
   * Below which group confidence it ends every trace after the first `votes`; null while it may need them whole. No later vote
   * changes it. Left out if it ends none.
   */
  endsBelow?(spec: Spec, votes: readonly Vote[]): number | null
  /**
   * The tokens each sample that it is charged for costs it, undefined if unknown; left out if it is all that were
   * generated.
   */
  tokens?(spec: Spec, votes: readonly Vote[]): readonly (number | undefined)[]
  /**
   * The tokens of the probes of each sample that it is charged for, undefined if unknown, if it reads partial answers; left
   * out if it reads none. Only a replay has partial answers.
   */
  probes?(spec: Spec, votes: readonly Vote[]): readonly (number | undefined)[]
  /** How many answers it can distinguish; null if any number. */
  support(spec: Spec): number | null
  /** How many batches of samples it waits for, one after another, in `calls` of them. */
  rounds(spec: Spec, calls: number): number
}

/** A rule that decides a whole set of questions. */
export interface SetRuleFor<Name extends string, P extends Parameters, Spec> extends RuleDescription<Name, P> {
  readonly decides: 'set'
  /** Whether the model ranks the questions by difficulty first: their order is then from easy to hard, else as given. */
  readonly ranks: boolean
  /**
   * Decides the questions of `order` as far as their samples allow, whichever arrived first; the result is in that
   * order.
   */
  decideSet(spec: Spec, order: readonly number[], prefixes: readonly (readonly Vote[])[]): SetQuestion[]
}

type TrialRule<Name extends string, P extends Parameters> = TrialRuleFor<Name, P, SpecOf<Name, P>>
type SetRule<Name extends string, P extends Parameters> = SetRuleFor<Name, P, SpecOf<Name, P>>

/** A spec of which only the fields common to all are known. */
type SomeSpec = { readonly method: string; readonly budget: number }

/** A rule that takes any spec of its own: its caller has looked it up by the spec's name. */
export type AnyTrialRule = TrialRuleFor<string, Parameters, SomeSpec>
export type AnySetRule = SetRuleFor<string, Parameters, SomeSpec>

/** Declares a rule of single trials: checks it against the interface, and keeps its exact type. */
export function trialRule<const Name extends string, const P extends Parameters>(
  rule: TrialRule<Name, P>,
): TrialRule<Name, P> {
  return rule
}

/** Declares a rule of whole sets: checks it against the interface, and keeps its exact type. */
export function setRule<const Name extends string, const P extends Parameters>(
  rule: SetRule<Name, P>,
): SetRule<Name, P> {
  return rule
}
