import type { EvaluationSpec, Until } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'

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
  /** Whether it is a suite: an evaluation for each of these benchmarks on each of these pools. */
  readonly isSuite: boolean
  readonly moreBenchmarks: readonly string[]
  readonly morePools: readonly string[]
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
  readonly priority: string
  /** How far to ask ahead of need: off, auto, or a number of samples; empty for what is usual on its pool. */
  readonly lookahead: string
  /** When it is wanted, in the browser's own time zone; empty if nobody says. */
  readonly finishBy: string
  /** The share of questions that is drawn whole; empty for none. */
  readonly audit: string
  readonly until: UntilFields
  /** The webhook notified once it has ended; empty for none. */
  readonly notify: string
}

/** When it may end before its last question; without a kind never. */
export interface UntilFields {
  readonly kind: '' | Until['kind']
  /** How wide limits may be, or what difference does not matter: in points. */
  readonly points: string
  readonly baseline: string
  readonly atLeast: string
}

/** A submission as the API takes it. */
export type Submission = Readonly<Record<string, unknown>>

/** The methods of a first evaluation: the baseline and one for each way to stop, with the paper's settings. */
const METHODS: readonly Omit<MethodDraft, 'id' | 'budget'>[] = [
  { method: 'sc', values: {} },
  { method: 'esc', values: { window: '4' } },
  { method: 'asc-beta', values: {} },
  { method: 'cges', values: { confidence: 'lns-arith', gamma: '0.99' } },
]

const NO_SUITE = { isSuite: false, moreBenchmarks: [], morePools: [] } as const

/** A draft to start from: only required choices are made. */
export function firstDraft({ benchmark, pool }: Pick<Draft, 'benchmark' | 'pool'>): Draft {
  return {
    name: '',
    suite: '',
    benchmark,
    pool,
    ...NO_SUITE,
    questions: '',
    replicates: '1',
    seed: '0',
    budget: '16',
    methods: METHODS.map((method, id) => ({ ...method, id, budget: '' })),
    sampling: {},
    caps: { calls: '', tokens: '' },
    reasoning: false,
    paper: false,
    interactive: false,
    priority: 'normal',
    lookahead: '',
    finishBy: '',
    audit: '',
    until: NO_END,
    notify: '',
  }
}

/** Converts an earlier submission to a draft, with every value unchanged. */
export function draftOf(spec: EvaluationSpec): Draft {
  return {
    name: written(spec.name),
    suite: written(spec.suite),
    benchmark: spec.benchmark,
    pool: spec.pool,
    ...NO_SUITE,
    questions: written(spec.questions),
    replicates: String(spec.replicates),
    seed: String(spec.seed),
    ...methodDraftsOf(spec.methods),
    sampling: Object.fromEntries(
      Object.entries(spec.sampling).map(([name, value]) => [
        name,
        Array.isArray(value) ? linesOf(value) : String(value),
      ]),
    ),
    caps: { calls: written(spec.caps.calls), tokens: written(spec.caps.tokens) },
    reasoning: spec.reasoning,
    paper: spec.paper,
    interactive: spec.interactive,
    priority: spec.priority,
    lookahead: written(spec.lookahead),
    // Of an earlier evaluation it has passed.
    finishBy: '',
    audit: written(spec.audit),
    until: untilFields(spec.until),
    notify: written(spec.notify),
  }
}

const NO_END: UntilFields = { kind: '', points: '', baseline: '', atLeast: '' }

function untilFields(until: Until | undefined): UntilFields {
  if (until === undefined) return NO_END
  const share = until.kind === 'accuracy' ? until.width : until.margin
  return {
    kind: until.kind,
    points: String(Math.round(share * 1e6) / 1e4),
    baseline: until.kind === 'decided' ? until.baseline : until.kind === 'models' ? until.method : '',
    atLeast: String(until.atLeast),
  }
}

/**
 * Converts an earlier submission to a draft of a rerun: with a name and a seed of its own, and outside the suite, where
 * it would replace the earlier one's column.
 */
export function rerunOf(spec: EvaluationSpec, seed: number): Draft {
  const name = spec.name === undefined ? '' : `${spec.name.slice(0, 112)} (rerun)`
  return { ...draftOf(spec), name, suite: '', seed: String(seed) }
}

/** Writes texts one a line, with a line break inside one as `\\n`. */
function linesOf(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')).join('\n')
}

/** Methods as the form edits them, with the budget that most have. */
export function methodDraftsOf(specs: readonly MethodSpec[]): Pick<Draft, 'methods' | 'budget'> {
  const budget = commonBudget(specs)
  return { methods: specs.map((method, id) => methodDraft(method, id, budget)), budget: String(budget) }
}

/** The budget that most methods have; of two as frequent, the first. */
function commonBudget(methods: readonly MethodSpec[]): number {
  const times = (of: number) => methods.filter(({ budget }) => budget === of).length
  return methods.reduce((best, { budget }) => (times(budget) > times(best) ? budget : best), methods[0]?.budget ?? 16)
}

function methodDraft(spec: MethodSpec, id: number, common: number): MethodDraft {
  const { method, budget, ...values } = spec
  return {
    id,
    method,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, parameterText(value)])),
    budget: budget === common ? '' : String(budget),
  }
}

function written(value: number | string | undefined): string {
  return value === undefined ? '' : String(value)
}

function parameterText(value: number | string | boolean | { readonly fixed: number }): string {
  return String(typeof value === 'object' ? value.fixed : value)
}

/** One field that differs from what was cloned. */
interface Change {
  readonly field: string
  readonly before: string
  readonly now: string
}

const IN_SIGHT = [
  'benchmark',
  'benchmarks',
  'pool',
  'pools',
  'methods',
  'name',
  'questions',
  'budget',
  'replicates=1',
  'seed=0',
]

/** Lists the settings of a submission that are not in the form's first part, such as `sampling.temperature 0.7`. */
export function advancedSettings(submission: Submission): string[] {
  return [...flat(submission)].flatMap(([field, value]) =>
    IN_SIGHT.some((each) => each === field || each === `${field}=${value}`) ? [] : [`${field} ${value}`],
  )
}

/** Lists what a submission does otherwise than the one it was cloned from. */
export function changesOf(before: Submission, now: Submission): Change[] {
  const old = flat(before)
  const fresh = flat(now)
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((field) => {
    const was = old.get(field) ?? 'not set'
    const is = fresh.get(field) ?? 'not set'
    return was === is ? [] : [{ field, before: was, now: is }]
  })
}

function flat(value: Submission, path = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, inner]): [string, string][] =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? [...flat({ ...inner }, `${path}${key}.`)]
        : [[path + key, Array.isArray(inner) ? inner.join(', ') : String(inner)]],
    ),
  )
}
