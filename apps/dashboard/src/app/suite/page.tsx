import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { leftOutWords } from '@cges-fleet/core/comparison-words'
import type { Metadata } from 'next'
import Link from 'next/link'
import { fetchComparison, fetchJudgements } from '../../api/reads'
import { comparedIn, type ComparedQuery, compareAddress, suiteAddress } from '../../addresses/comparisons'
import { ComparisonProblem, readAgainMs } from '../../views/compare/comparison-problem'
import { fairnessOf } from '../../views/compare/comparison'
import { KeepFresh } from '../../ui/shell/keep-fresh'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'
import { ChooseSuite } from '../../views/suites/choose-suite'
import { SuiteFigures } from '../../views/suites/suite-figures'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { suite } = comparedIn(await searchParams)
  return { title: suite === undefined ? 'Suites' : `Suite ${suite}` }
}

export default async function Page({ searchParams }: Props) {
  const asked = comparedIn(await searchParams)
  if (asked.suite === undefined && asked.evaluations === undefined) return <ChooseSuite />
  const query = { ...asked, with: 'own' }
  const [answer, statistics] = await Promise.all([fetchComparison(query), fetchJudgements(query)])
  return (
    <KeepFresh
      key={JSON.stringify(query)}
      everyMs={readAgainMs(answer)}
      problem={answer.ok ? null : answer.problem}
      renderedAt={Date.now()}
    >
      {answer.ok ? (
        <SuiteArticle comparison={answer.value} statistics={statistics} asked={asked} query={query} />
      ) : (
        <ComparisonProblem problem={answer.problem} query={asked} page="Suite" address={suiteAddress} />
      )}
    </KeepFresh>
  )
}

interface SuiteProps {
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly asked: ComparedQuery
  /** The same, as the API's parameters. */
  readonly query: ComparedQuery
}

function SuiteArticle({ comparison, statistics, asked, query }: SuiteProps) {
  const { evaluations, leftOut, settings } = comparison
  const title = asked.suite ?? 'Chosen evaluations'
  const ids = evaluations.map(({ id }) => id).join(',')
  return (
    <article className="suite-page">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href="/evaluations">Evaluations</Link>
      </nav>
      <h1>{asked.suite === undefined ? 'Suite of chosen evaluations' : `Suite ${asked.suite}`}</h1>
      <p className="subtitle">
        {fairnessOf(settings, ['model', 'sampling', 'answers']).words}{' '}
        {evaluations.length < 2 ? null : (
          <Link href={compareAddress({ evaluations: ids })}>Compare all their settings</Link>
        )}
      </p>
      {leftOut.length === 0 ? null : (
        <details className="left-out">
          <summary>{counted(leftOut.length, 'evaluation')} of the suite not in the table</summary>
          <ul>
            {leftOut.map(({ id, name, note }) => (
              <li key={id}>
                <Link href={`/evaluations/${encodeURIComponent(id)}`}>{name}</Link>: {leftOutWords(note)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ProvenanceScope of={evaluations}>
        <SuiteFigures title={title} comparison={comparison} statistics={statistics} query={query} />
      </ProvenanceScope>
    </article>
  )
}
