import Link from 'next/link'
import { compareAddress, type ComparedQuery } from '../../addresses/comparisons'
import { TeamLink } from '../../addresses/team-link'
import { Status } from '../../ui/format/marks'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import type { LetteredEvaluation } from './comparison'

interface EvaluationChipsProps {
  readonly evaluations: readonly LetteredEvaluation[]
  /** Null if each is compared within itself. */
  readonly base: string | null
  /** Null to a reader who chooses nothing. */
  readonly query: ComparedQuery | null
}

/**
 * The evaluations compared, by letter, each with the model that answered it; the base is marked, and another can be
 * chosen.
 */
export function EvaluationChips({ evaluations, base, query }: EvaluationChipsProps) {
  const ids = evaluations.map(({ evaluation }) => evaluation.id)
  return (
    <ul className="compared" data-testid="compared">
      {evaluations.map(({ letter, evaluation }) => {
        const { id, name, benchmark, pool } = evaluation
        return (
          <li key={id} data-evaluation={id} className={base === id ? 'is-base' : ''}>
            <span className="letter">{letter}</span>
            <span className="compared-name">
              <TeamLink href={`/evaluations/${encodeURIComponent(id)}`}>{name}</TeamLink>{' '}
              <ProvenanceBadge {...evaluation} />
              <span className="under">
                {benchmark.title} · {pool.model}
              </span>
            </span>
            <Status of={evaluation} />
            <Acts {...{ letter, evaluation, ids, base, query }} />
          </li>
        )
      })}
    </ul>
  )
}

interface ActsProps
  extends Omit<EvaluationChipsProps, 'evaluations'>, Pick<LetteredEvaluation, 'letter' | 'evaluation'> {
  readonly ids: readonly string[]
}

/** What can be done with one of them. */
function Acts({ letter, evaluation: { id, name }, ids, base, query }: ActsProps) {
  if (base === null) return null
  const others = ids.filter((each) => each !== id)
  const without = { evaluations: others.join(','), suite: '', ...(base === id ? { base: '' } : {}) }
  return (
    <span className="compared-acts">
      {base === id ? (
        <span className="badge">base</span>
      ) : query === null ? null : (
        <Link href={compareAddress(query, { evaluations: ids.join(','), base: id })} scroll={false}>
          make it the base
        </Link>
      )}
      {query === null || others.length < 2 ? null : (
        <Link href={compareAddress(query, without)} scroll={false} aria-label={`take out ${letter}, ${name}`}>
          take out
        </Link>
      )}
    </span>
  )
}
