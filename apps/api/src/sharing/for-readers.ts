import type { ComparedEvaluation, Comparison, ComparisonQuery, EvaluationView, ShareTarget } from '@cges-fleet/core'

/** The comparison that a link shows. A suite is read as its page reads it: each method against SC of the same evaluation. */
export function sharedQuery(target: Exclude<ShareTarget, { kind: 'evaluation' }>): ComparisonQuery {
  if (target.kind === 'suite') return { suite: target.suite, with: 'own' }
  const { kind: _kind, name: _name, note: _note, ...query } = target
  return query
}

type TeamFields = Pick<EvaluationView, 'owner' | 'tags' | 'reason' | 'source'>

/**
 * Leaves out of an evaluation what is its team's alone: who ran it, what they wrote on it, what it cost, what its
 * servers answered. The figures stay as they are. Pure.
 */
export function viewForReaders(view: EvaluationView): EvaluationView {
  return {
    ...view,
    ...withoutTeam(view),
    note: '',
    waits: null,
    events: [],
    warnings: view.warnings.map((warning) =>
      warning.kind === 'blocked' ? { ...warning, why: 'not shown to readers of a link' } : warning,
    ),
    spent: { ...view.spent, money: null, currency: null },
  }
}

/** Leaves the same out of every evaluation of a comparison. Pure. */
export function comparisonForReaders(comparison: Comparison): Comparison {
  return {
    ...comparison,
    evaluations: comparison.evaluations.map((each): ComparedEvaluation => ({
      ...each,
      ...withoutTeam(each),
      cost: { ...each.cost, money: null, currency: null },
    })),
  }
}

/** A log's files may be paths on somebody's machine. */
function withoutTeam({ source }: TeamFields): TeamFields {
  const { format, provenance } = source ?? {}
  const kept = format === undefined ? null : { format, provenance, files: [format] }
  return { owner: null, tags: [], reason: null, source: kept }
}
