import type { ComparedPair, Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { pairNoteWords } from '@cges-fleet/core/comparison-words'
import Link from 'next/link'
import { Suspense } from 'react'
import { compareAddress, type ComparedQuery, suiteAddress } from '../../addresses/comparisons'
import { AddEvaluation, AgainstForm, MethodsForm } from './forms'
import { ComparedFigures } from './compared-figures'
import { Fairness } from './fairness'
import { LiveFigures } from './live-figures'
import { Status } from '../../ui/format/marks'
import { ProvenanceBadge } from '../../ui/provenance/provenance-badge'
import { type LetteredEvaluation, nameComparison, type NamedPair, pairName } from './comparison'

interface Props {
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly query: ComparedQuery
}

/** Evaluations side by side: whether it is fair, what differs, then figures. */
export function CompareArticle({ comparison, statistics, query }: Props) {
  const { evaluations, pairs } = nameComparison(comparison)
  return (
    <article className="compare-page">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href="/evaluations">Evaluations</Link>
      </nav>
      <h1>Compare</h1>
      <Compared named={evaluations} base={comparison.base} query={query} />
      <Fairness
        settings={comparison.settings}
        letters={evaluations.map(({ letter }) => letter)}
        pairs={pairs}
        query={query}
      />
      <Against comparison={comparison} query={query} />
      <ComparedFigures comparison={comparison} statistics={statistics} query={query} />
      <LiveFigures evaluations={evaluations} />
    </article>
  )
}

/** Each method's baseline, if it can be chosen, the methods shown, and those left out. */
function Against({ comparison, query }: Pick<Props, 'comparison' | 'query'>) {
  const { evaluations, pairs } = nameComparison(comparison)
  const base = evaluations.find(({ evaluation }) => evaluation.id === comparison.base)
  return (
    <section className="panel" aria-label="What each method is compared with">
      {base === undefined ? null : (
        <AgainstForm
          query={query}
          methods={base.reports}
          chosen={query.against === undefined ? '' : (pairs[0]?.base.key ?? '')}
        />
      )}
      <NotPaired pairs={pairs} />
      <MethodsForm query={query} evaluations={evaluations} leftOut={comparison.methodsLeftOut} />
      {query.methods === undefined && comparison.methodsLeftOut.length > 0 ? (
        <LeftOut labels={comparison.methodsLeftOut} />
      ) : null}
    </section>
  )
}

interface ComparedProps {
  readonly named: readonly LetteredEvaluation[]
  readonly base: string | null
  readonly query: ComparedQuery
}

function Compared({ named: evaluations, base, query }: ComparedProps) {
  const benchmarks = new Set(evaluations.map(({ evaluation }) => evaluation.benchmark.name))
  return (
    <section className="panel" aria-label="What is compared">
      <EvaluationChips evaluations={evaluations} base={base} query={query} />
      <Suspense>
        <AddEvaluation query={query} compared={evaluations.map(({ evaluation }) => evaluation)} />
      </Suspense>
      {benchmarks.size < 2 ? null : (
        <p className="footnote">
          They are of {benchmarks.size} benchmarks:{' '}
          <Link href={suiteAddress({ evaluations: evaluations.map(({ evaluation }) => evaluation.id).join(',') })}>
            show them as a suite’s table
          </Link>
        </p>
      )}
    </section>
  )
}

/** The pairs that have no difference, and why; pairs with other questions refer to the section on fairness. */
function NotPaired({ pairs }: { readonly pairs: readonly NamedPair[] }) {
  if (pairs.length === 0)
    return (
      <p className="note-warning">
        ⚠ No method of the base is in another evaluation too: compare with one method of the base.
      </p>
    )
  const apart = pairs.filter(({ pair }) => pair.state === 'interim' || pair.state === 'excluded')
  const reasons = [...new Set(apart.map(({ pair }) => whyNot(pair)))]
  return reasons.map((why) => {
    const of = apart.filter(({ pair }) => whyNot(pair) === why)
    return (
      <p key={why} className="note-warning" data-testid="not-paired">
        ⚠ {of.length === 1 && of[0] !== undefined ? pairName(of[0]) : counted(of.length, 'pair')}: no difference is
        told. {why}.
      </p>
    )
  })
}

function whyNot({ note }: ComparedPair): string {
  return note === null ? '' : pairNoteWords(note)
}

function LeftOut({ labels }: { readonly labels: readonly string[] }) {
  return (
    <p className="note-warning">
      ⚠ Too many methods for one page; not shown: {labels.join(', ')}. Choose others above.
    </p>
  )
}

interface EvaluationChipsProps {
  readonly evaluations: readonly LetteredEvaluation[]
  /** Null if each is compared within itself. */
  readonly base: string | null
  readonly query: ComparedQuery
}

/**
 * The evaluations compared, by letter, each with the model that answered it; the base is marked, and another can be
 * chosen.
 */
function EvaluationChips({ evaluations, base, query }: EvaluationChipsProps) {
  const ids = evaluations.map(({ evaluation }) => evaluation.id)
  return (
    <ul className="compared" data-testid="compared">
      {evaluations.map(({ letter, evaluation }) => {
        const { id, name, benchmark, pool } = evaluation
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
            <Status of={evaluation} />
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
