import {
  ABOUT_PRESETS,
  type BenchmarkView,
  Caps,
  DEFAULT_SAMPLING,
  EvaluationDraft,
  EvaluationSpec,
  type EvaluationSpecInput,
  PRESETS,
  type Provenance,
  RULE_PRESETS,
  Sampling,
  SuiteDraft,
} from '@cges-fleet/core'
import { MAX_BUDGET, METHOD_NAMES, METHOD_PARAMETERS } from '@cges-fleet/methods'
import { findRule } from '@cges-fleet/methods/replay'
import type { Choices } from '../../api/reads'
import { type Draft, draftOf } from './draft'
import { FAMILIES, familyOf, familyTitle, methodName } from '../../ui/methods/names'

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
  /** The values that it is added with, as its registry's example has them. */
  readonly usual: Readonly<Record<string, string>>
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
interface OfferedSampling {
  readonly name: string
  readonly about: string
  readonly preset: string
}

/** A pool that can draw it, and whether what answers there is a model. */
export interface OfferedPool {
  readonly name: string
  readonly model: string
  readonly ready: number
  readonly paused: boolean
  readonly provenance: Provenance
  /** Whether its operator has said what its use costs. */
  readonly hasPrice: boolean
}

/** Settings to start from; their benchmark, pool and name are not used. */
export interface OfferedPreset {
  readonly title: string
  readonly about: string
  /** The benchmark that it is for; null for any. */
  readonly benchmark: string | null
  readonly settings: Draft
}

/** All a new evaluation can be made of. */
export interface Offer {
  readonly benchmarks: readonly { readonly name: string; readonly title: string; readonly questions: number }[]
  readonly pools: readonly OfferedPool[]
  readonly presets: readonly OfferedPreset[]
  readonly families: readonly OfferedFamily[]
  /** Parameters that most methods share beside their own, explained the same for all. */
  readonly shared: readonly OfferedParameter[]
  readonly sampling: readonly OfferedSampling[]
  /** What fields do, in the words of the evaluation file's reference. */
  readonly about: ReturnType<typeof fieldTexts>
  readonly mostBudget: number
  /** The webhooks that can be notified of its end. */
  readonly webhooks: readonly { readonly name: string; readonly host: string }[]
}

/** Lists what a new evaluation can be made of: what the fleet has, and the methods' and the sampling's own descriptions. */
export function offerOf({ benchmarks, pools, webhooks }: Pick<Choices, 'benchmarks' | 'pools' | 'webhooks'>): Offer {
  const families = FAMILIES.map((family) => ({
    family,
    title: familyTitle(family),
    methods: METHOD_NAMES.filter((name) => familyOf(name) === family && runsOnFleet(name)).map(offered),
  })).filter(({ methods }) => methods.length > 0)
  return {
    benchmarks: benchmarks.map(({ name, title, questions }) => ({ name, title, questions })),
    pools: pools.map(({ name, model, workers, provenance, price, paused }) => ({
      name,
      model,
      provenance,
      hasPrice: price !== null,
      ready: workers.filter(({ ready }) => ready).length,
      paused: paused !== null,
    })),
    presets: offeredPresets(benchmarks),
    families,
    shared: sharedBy(families.flatMap(({ methods }) => methods)),
    sampling: Object.entries(Sampling.omit({ stop: true }).shape).map(([name, { description = '' }]) => ({
      name,
      about: description,
      preset: String(DEFAULT_SAMPLING[name as keyof Sampling]),
    })),
    about: fieldTexts(),
    mostBudget: MAX_BUDGET,
    webhooks,
  }
}

function fieldTexts() {
  const { shape } = EvaluationDraft
  const goals = SuiteDraft.shape.until.unwrap().shape
  return {
    pool: textOf(shape.pool),
    suite: textOf(shape.suite),
    replicates: textOf(shape.replicates),
    seed: textOf(shape.seed),
    reasoning: textOf(shape.reasoning),
    paper: textOf(shape.paper),
    caps: textOf(shape.caps),
    audit: textOf(shape.audit),
    until: textOf(shape.until),
    interactive: textOf(shape.interactive),
    priority: textOf(shape.priority),
    lookahead: textOf(shape.lookahead),
    finishBy: textOf(shape.finishBy),
    notify: textOf(shape.notify),
    stop: textOf(Sampling.shape.stop),
    calls: textOf(Caps.shape.calls),
    tokens: textOf(Caps.shape.tokens),
    accuracy: textOf(goals.accuracy),
    decided: textOf(goals.decided),
    models: textOf(goals.models),
    margin: textOf(goals.margin),
  }
}

/** A field's description without the marks of code. */
function textOf({ description = '' }: { readonly description?: string | undefined }): string {
  return description.replaceAll('`', '')
}

/** Presets of methods for any benchmark, and the paper's settings: for its own benchmarks, and without them for others. */
function offeredPresets(benchmarks: readonly BenchmarkView[]): OfferedPreset[] {
  const rules = RULE_PRESETS.map(({ title, about, spec }) => ({
    title,
    about,
    benchmark: null,
    settings: settingsIn(spec),
  }))
  const papers = PRESETS.filter(({ spec }) => benchmarks.some(({ name }) => name === spec.benchmark))
  const general = PRESETS.slice(0, 1).map(({ spec }) => ({ ...spec, suite: undefined, reasoning: undefined }))
  const title = 'Paper’s table'
  return [
    ...rules,
    ...papers.map(({ model, spec }) => ({
      title,
      about: `For a pool that serves ${model}. ${ABOUT_PRESETS}`,
      benchmark: spec.benchmark,
      settings: settingsIn(spec),
    })),
    ...general.map((spec) => ({ title, about: ABOUT_PRESETS, benchmark: null, settings: settingsIn(spec) })),
  ]
}

function settingsIn(spec: Readonly<Omit<EvaluationSpecInput, 'benchmark' | 'pool'>>): OfferedPreset['settings'] {
  return draftOf(EvaluationSpec.parse({ ...spec, benchmark: 'any', pool: 'any' }))
}

/** The optional parameters that several methods describe in the same words. */
function sharedBy(methods: readonly OfferedMethod[]): OfferedParameter[] {
  const found = new Map<string, OfferedParameter[]>()
  for (const parameter of methods.flatMap(({ parameters }) => parameters)) {
    if (parameter.optional !== true) continue
    const key = JSON.stringify(parameter)
    found.set(key, [...(found.get(key) ?? []), parameter])
  }
  return [...found.values()].flatMap(([first, ...others]) => (first && others.length > 0 ? [first] : []))
}

/** No fleet keeps how sure a model was at every token, nor probes samples that are not finished. */
function runsOnFleet(name: string): boolean {
  const rule = findRule(name)
  return rule?.decides !== 'trial' || (rule.window === undefined && rule.probes === undefined)
}

function offered(name: (typeof METHOD_NAMES)[number]): OfferedMethod {
  const { about, parameters, example } = METHOD_PARAMETERS[name]
  const [first] = draftOf(EvaluationSpec.parse({ methods: [example], benchmark: 'any', pool: 'any' })).methods
  const required = parameters.filter(({ preset, optional }) => preset === undefined && optional !== true)
  return {
    name,
    usual: Object.fromEntries(required.flatMap(({ name: each }) => usualValue(each, first?.values))),
    title: methodName({ label: name }),
    about,
    parameters: parameters.toSorted((a, b) => rank(a) - rank(b)),
  }
}

/** Values that fit any model; a list, a gate or a total is its user's to give. */
const USUAL = ['window', 'confidence', 'gamma']

function usualValue(name: string, example: Readonly<Record<string, string>> = {}): [string, string][] {
  const value = example[name]
  return value === undefined || !USUAL.includes(name) ? [] : [[name, value]]
}

/** Required parameters come first, then those with a default, and optional ones last. */
function rank({ preset, optional }: OfferedMethod['parameters'][number]): number {
  return optional === true ? 2 : preset === undefined ? 0 : 1
}
