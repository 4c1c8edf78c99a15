import type { Metadata } from 'next'
import { fetchComparison, fetchJudgements, fetchMayWrite, fetchSavedComparisons } from '../../api/reads'
import { compareAddress, comparedIn, evaluationsIn } from '../../addresses/comparisons'
import { CompareArticle } from '../../views/compare/compare-article'
import { ComparisonProblem, readAgainMs } from '../../views/compare/comparison-problem'
import { SavedComparisons } from '../../views/compare/saved-comparisons'
import { ChooseEvaluations } from '../../views/compare/forms'
import { KeepFresh } from '../../ui/shell/keep-fresh'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const metadata: Metadata = { title: 'Compare' }
export const dynamic = 'force-dynamic'

export default async function Page({ searchParams }: Props) {
  const query = comparedIn(await searchParams)
  const ids = evaluationsIn(query)
  if (query.suite === undefined && ids.length < 2 && query.with !== 'own') return <Choose chosen={ids[0] ?? null} />
  const [answer, statistics, mayWrite, kept] = await Promise.all([
    fetchComparison(query),
    fetchJudgements(query),
    fetchMayWrite(),
    query.saved === undefined ? [] : fetchSavedComparisons(),
  ])
  const saved = kept.find(({ id }) => id === query.saved) ?? null
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
          <CompareArticle
            comparison={answer.value}
            statistics={statistics}
            query={query}
            mayWrite={mayWrite}
            saved={saved}
          />
        </ProvenanceScope>
      ) : (
        <ComparisonProblem problem={answer.problem} query={query} page="Compare" address={compareAddress} />
      )}
    </KeepFresh>
  )
}

/** What to compare: chosen anew, or one that the team keeps. */
async function Choose({ chosen }: { readonly chosen: string | null }) {
  const [saved, mayWrite] = await Promise.all([fetchSavedComparisons(), fetchMayWrite()])
  return (
    <>
      <ChooseEvaluations chosen={chosen} />
      <SavedComparisons saved={saved} mayWrite={mayWrite} />
    </>
  )
}
