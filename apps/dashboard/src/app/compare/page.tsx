import type { Metadata } from 'next'
import { fetchComparison, fetchJudgements } from '../../api/fetch-comparison'
import { compareAddress, comparedIn, evaluationsIn } from '../../compare/compared-address'
import { CompareArticle } from '../../compare/compare-article'
import { ComparisonProblem } from '../../compare/comparison-problem'
import { ChooseEvaluations } from '../../compare/choose-evaluations'
import { readAgainMs } from '../../compare/read-again'
import { KeepFresh } from '../../frame/keep-fresh'
import { ProvenanceScope } from '../../frame/provenance-scope'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Compare' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const query = comparedIn(await searchParams)
  const ids = evaluationsIn(query)
  if (query.suite === undefined && ids.length < 2 && query.with !== 'own')
    return <ChooseEvaluations chosen={ids[0] ?? null} />
  const [answer, statistics] = await Promise.all([fetchComparison(query), fetchJudgements(query)])
  const key = JSON.stringify(query)
  return (
    <KeepFresh
      key={key}
      everyMs={readAgainMs(answer)}
      problem={answer.ok ? null : answer.problem}
      renderedAt={Date.now()}
    >
      {answer.ok ? (
        <ProvenanceScope of={answer.value.evaluations}>
          <CompareArticle comparison={answer.value} statistics={statistics} query={query} />
        </ProvenanceScope>
      ) : (
        <ComparisonProblem problem={answer.problem} query={query} page="Compare" address={compareAddress} />
      )}
    </KeepFresh>
  )
}
