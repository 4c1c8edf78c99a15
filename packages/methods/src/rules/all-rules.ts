import { ASC_BETA } from './asc-beta.js'
import { ASC_DIRICHLET } from './asc-dirichlet.js'
import { BAYES } from './bayes.js'
import { BAYES_SHAPES } from './bayes-shapes.js'
import { BEACON } from './beacon.js'
import { BLEND_ASC } from './blend-asc.js'
import { CGES } from './cges.js'
import { CISC } from './cisc.js'
import { CITE } from './cite.js'
import { CITE_WEIGHTED } from './cite-weighted.js'
import { DEEPCONF } from './deepconf.js'
import { DSC } from './dsc.js'
import { DOUBLING } from './doubling.js'
import { ESC } from './esc.js'
import { FIXED_TOTAL } from './fixed-total.js'
import { MAJORITY } from './majority.js'
import { MARGIN_RETAINED } from './margin-retained.js'
import { MMC } from './mmc.js'
import { PARALLEL_PROBE } from './parallel-probe.js'
import { REASC } from './reasc.js'
import { VOI } from './voi.js'
import type { Parameters } from './parameter.js'
import type { AnySetRule, AnyTrialRule, SpecOf } from './rule.js'
import { SC } from './sc.js'

/** All rules, in the order tables show them: the union of specs, their schema, and all texts derive from it. */
export const RULES = [
  SC,
  ESC,
  ASC_BETA,
  ASC_DIRICHLET,
  DSC,
  CGES,
  VOI,
  MAJORITY,
  MMC,
  CITE,
  BAYES,
  BAYES_SHAPES,
  DOUBLING,
  REASC,
  CISC,
  CITE_WEIGHTED,
  DEEPCONF,
  BEACON,
  FIXED_TOTAL,
  BLEND_ASC,
  PARALLEL_PROBE,
  MARGIN_RETAINED,
] as const

type BuiltIn = (typeof RULES)[number]
type SpecFor<Rule> = Rule extends {
  readonly name: infer Name extends string
  readonly parameters: infer P extends Parameters
}
  ? SpecOf<Name, P>
  : never

type OfTrials = SpecFor<Extract<BuiltIn, { readonly decides: 'trial' }>>

/** A stopping-and-aggregation rule with its parameters and its budget B, every default filled in. */
export type MethodSpec = TrialMethodSpec | CertifiedSpec | SetMethodSpec

/** A method that decides one trial from that trial's samples alone. */
export type TrialMethodSpec = OfTrials & {
  certified?: undefined
  calibrate?: undefined
  abstainBelow?: number | undefined
}

/** A method whose threshold is fixed on the first questions, so that it keeps a promise on the others. */
export type CertifiedSpec = OfTrials & {
  certified: readonly [number, number]
  calibrate?: number | undefined
  abstainBelow?: undefined
}

/** A method that decides a whole set of questions. */
export type SetMethodSpec = SpecFor<Extract<BuiltIn, { readonly decides: 'set' }>> & {
  certified?: undefined
  calibrate?: undefined
  abstainBelow?: undefined
}

const BY_NAME = new Map<string, AnyTrialRule | AnySetRule>(RULES.map((rule) => [rule.name, rule]))

/** Finds the rule of a method. */
export function ruleOf(spec: TrialMethodSpec | CertifiedSpec): AnyTrialRule
export function ruleOf(spec: SetMethodSpec): AnySetRule
export function ruleOf(spec: MethodSpec): AnyTrialRule | AnySetRule
export function ruleOf({ method }: MethodSpec): AnyTrialRule | AnySetRule {
  const rule = findRule(method)
  if (rule === null) throw new TypeError(`there is no rule ${method as string}`)
  return rule
}

/** Finds a rule by its name; null if there is none, such as one that only a newer release knows. */
export function findRule(name: string): AnyTrialRule | AnySetRule | null {
  return BY_NAME.get(name) ?? null
}

/** The names of the methods, in the order tables show them. */
export const METHOD_NAMES = RULES.map(({ name }) => name) as unknown as NamesOf<typeof RULES>

/** `map` forgets that it keeps a tuple's length and order. */
type NamesOf<Rules extends readonly { readonly name: string }[]> = { readonly [At in keyof Rules]: Rules[At]['name'] }
