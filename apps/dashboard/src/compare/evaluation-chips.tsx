import Link from 'next/link'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'
import { compareAddress, type ComparedQuery } from './compared-address'
import type { LetteredEvaluation } from './named-comparison'

interface Props {
  readonly evaluations: readonly LetteredEvaluation[]
  /** Null if each is compared within itself. */
  readonly base: string | null
  readonly query: ComparedQuery
}

/**
 * The evaluations compared, by letter, each with the model that answered it; the base is marked, and another can be
 * chosen.
 */
export function EvaluationChips({ evaluations, base, query }: Props) {
  const ids = evaluations.map(({ evaluation }) => evaluation.id)
  return (
    <ul className="compared" data-testid="compared">
      {evaluations.map(({ letter, evaluation }) => {
        const { id, name, benchmark, pool, status } = evaluation
        const others = ids.filter((each) => each !== id)
        const without = { evaluations: others.join(','), suite: '', ...(base === id ? { base: '' } : {}) }
        return (
          <li key={id} data-evaluation={id} className={base === id ? 'is-base' : ''}>
            <span className="letter">{letter}</span>
            <span className="compared-name">
              <Link href={`/evaluations/${encodeURIComponent(id)}`}>{name}</Link> <ProvenanceBadge {...evaluation} />
              <span className="under">
                {benchmark.title} · {pool.model}
              </span>
            </span>
            <Status status={status} />
            <span className="compared-acts">
              {base === null ? null : base === id ? (
                <span className="badge">base</span>
              ) : (
                <Link href={compareAddress(query, { evaluations: ids.join(','), base: id })} scroll={false}>
                  make it the base
                </Link>
              )}
              {base === null || others.length < 2 ? null : (
                <Link href={compareAddress(query, without)} scroll={false} aria-label={`take out ${letter}, ${name}`}>
                  take out
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
