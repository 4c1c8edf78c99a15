import { counted } from '@cges-fleet/core/counted'
import type { Metadata } from 'next'
import Link from 'next/link'
import { fetchComparison, fetchJudgements } from '../../api/fetch-comparison'
import { comparedIn, compareAddress, suiteAddress } from '../../compare/compared-address'
import { ComparisonProblem } from '../../compare/comparison-problem'
import { fairnessOf } from '../../compare/fairness-of'
import { ProvenanceScope } from '../../frame/provenance-scope'
import { SuiteFigures } from '../../suite/suite-figures'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const dynamic = 'force-dynamic'

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { suite } = comparedIn(await searchParams)
  return { title: suite === undefined ? 'Suite' : `Suite ${suite}` }
}

export default async function Page({ searchParams }: Props) {
  const asked = comparedIn(await searchParams)
  const query = { ...asked, with: 'own' }
  const [answer, statistics] = await Promise.all([fetchComparison(query), fetchJudgements(query)])
  if (!answer.ok) return <ComparisonProblem problem={answer.problem} query={asked} address={suiteAddress} />
  const { evaluations, leftOut, settings } = answer.value
  const title = asked.suite ?? 'Chosen evaluations'
  const ids = evaluations.map(({ id }) => id).join(',')
  return (
    <article className="suite-page" key={JSON.stringify(query)}>
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
            {leftOut.map(({ id, name, why }) => (
              <li key={id}>
                <Link href={`/evaluations/${encodeURIComponent(id)}`}>{name}</Link>: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ProvenanceScope of={evaluations}>
        <SuiteFigures title={title} comparison={answer.value} statistics={statistics} query={query} />
      </ProvenanceScope>
    </article>
  )
}
