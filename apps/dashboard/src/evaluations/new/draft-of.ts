import type { EvaluationSpec } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import type { Draft, MethodDraft } from './draft'

/** Converts an earlier submission to a draft, with every value unchanged. */
export function draftOf(spec: EvaluationSpec): Draft {
  return {
    name: written(spec.name),
    suite: written(spec.suite),
    benchmark: spec.benchmark,
    pool: spec.pool,
    questions: written(spec.questions),
    replicates: String(spec.replicates),
    seed: String(spec.seed),
    budget: '',
    methods: spec.methods.map(methodDraft),
    sampling: Object.fromEntries(Object.entries(spec.sampling).map(([name, value]) => [name, String(value)])),
    caps: { calls: written(spec.caps.calls), tokens: written(spec.caps.tokens) },
    reasoning: spec.reasoning,
    paper: spec.paper,
    interactive: spec.interactive,
    lookahead: String(spec.lookahead),
    audit: written(spec.audit),
    notify: written(spec.notify),
  }
}

function methodDraft(spec: MethodSpec, id: number): MethodDraft {
  const { method, budget, ...values } = spec
  return {
    id,
    method,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, parameterText(value)])),
    budget: String(budget),
  }
}

function written(value: number | string | undefined): string {
  return value === undefined ? '' : String(value)
}

function parameterText(value: number | string | boolean | { readonly fixed: number }): string {
  return String(typeof value === 'object' ? value.fixed : value)
}
