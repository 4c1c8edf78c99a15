import type { ComparedPair, Comparison, ComparisonStatistics, SavedComparison } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { pairNoteWords } from '@cges-fleet/core/comparison-words'
import Link from 'next/link'
import { type ComparedQuery, chosenComparison, compareAddress, suiteAddress } from '../../addresses/comparisons'
import { Share } from '../../ui/shell/share'
import { SaveButton } from './saved-comparisons'
import { EvaluationChips } from './evaluation-chips'
import { AddEvaluation, AgainstForm, MethodsForm } from './forms'
import { Gone } from './gone'
import { ComparedFigures } from './compared-figures'
import { Fairness } from './fairness'
import { LiveTable } from './live-table'
import { type LetteredEvaluation, nameComparison, type NamedPair, pairName } from './comparison'

interface Props {
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly query: ComparedQuery
  /** Whether the reader may keep and share it. */
  readonly mayWrite: boolean
  /** The one that the team keeps, if it is that. */
  readonly saved: SavedComparison | null
}

/** Evaluations side by side: whether it is fair, what differs, then figures. */
export function CompareArticle({ comparison, statistics, query, mayWrite, saved }: Props) {
  const { evaluations, pairs } = nameComparison(comparison)
  const ids = evaluations.map(({ evaluation }) => evaluation.id)
  const chosen = chosenComparison(ids, query)
  return (
    <article className="compare-page">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href="/evaluations">Evaluations</Link>
      </nav>
      <div className="title-row">
        <h1>{saved?.name ?? 'Compare'}</h1>
        <span className="spacer" />
        {mayWrite ? (
          <>
            <SaveButton chosen={chosen} />
            <Share target={{ kind: 'comparison', ...chosen, name: saved?.name, note: saved?.note }} />
          </>
        ) : null}
      </div>
      {saved === null || saved.note === '' ? null : <p className="comparison-note">{saved.note}</p>}
      <Gone
        ids={comparison.gone}
        address={compareAddress(query, { evaluations: ids.join(','), base: comparison.base ?? '' })}
      />
      <Compared named={evaluations} base={comparison.base} query={query} />
      <Fairness
        settings={comparison.settings}
        letters={evaluations.map(({ letter }) => letter)}
        pairs={pairs}
        query={query}
      />
      <Against comparison={comparison} query={query} />
      <ComparedFigures comparison={comparison} statistics={statistics} query={query} />
      <LiveTable evaluations={evaluations} />
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
      <AddEvaluation query={query} compared={evaluations.map(({ evaluation }) => evaluation)} />
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
        ⚠ The other evaluations have none of the base’s methods. Choose one method of the base to compare with.
      </p>
    )
  const apart = pairs.filter(({ pair }) => pair.state === 'interim' || pair.state === 'excluded')
  const reasons = [...new Set(apart.map(({ pair }) => whyNot(pair)))]
  return reasons.map((why) => {
    const of = apart.filter(({ pair }) => whyNot(pair) === why)
    return (
      <p key={why} className="note-warning" data-testid="not-paired">
        ⚠ {of.length === 1 && of[0] !== undefined ? pairName(of[0]) : counted(of.length, 'pair')}: no difference is
        shown. {why}.
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
