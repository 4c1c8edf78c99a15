import type { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { leftOutWords } from '@cges-fleet/core/comparison-words'
import type { Metadata } from 'next'
import Link from 'next/link'
import { fetchComparison, fetchJudgements, fetchMayWrite } from '../../api/reads'
import {
  comparedIn,
  type ComparedQuery,
  compareAddress,
  chosenComparison,
  suiteAddress,
} from '../../addresses/comparisons'
import { ComparisonProblem, readAgainMs } from '../../views/compare/comparison-problem'
import { Gone } from '../../views/compare/gone'
import { fairnessOf } from '../../views/compare/comparison'
import { KeepFresh } from '../../ui/shell/keep-fresh'
import { ProvenanceScope } from '../../ui/provenance/provenance-scope'
import { Share } from '../../ui/shell/share'
import { ChooseSuite } from '../../views/suites/choose-suite'
import { suiteCostWords } from '../../views/suites/suite-cost'
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
  const params = await searchParams
  const names = comparedIn(params)
  if (names.suite === undefined && names.evaluations === undefined) {
    return <ChooseSuite after={typeof params['after'] === 'string' ? params['after'] : undefined} />
  }
  const query = { ...names, with: 'own' }
  const [answer, statistics, mayWrite] = await Promise.all([
    fetchComparison(query),
    fetchJudgements(query),
    fetchMayWrite(),
  ])
  return (
    <KeepFresh
      key={JSON.stringify(query)}
      everyMs={readAgainMs(answer)}
      problem={answer.ok ? null : answer.problem}
      renderedAt={Date.now()}
    >
      {answer.ok ? (
        <SuiteArticle
          comparison={answer.value}
          statistics={statistics}
          names={names}
          query={query}
          mayWrite={mayWrite}
        />
      ) : (
        <ComparisonProblem problem={answer.problem} query={names} page="Suite" address={suiteAddress} />
      )}
    </KeepFresh>
  )
}

interface SuiteProps {
  readonly comparison: Comparison
  readonly statistics: ComparisonStatistics | null
  readonly names: ComparedQuery
  /** The same, as the API's parameters. */
  readonly query: ComparedQuery
  /** Whether the reader may share it. */
  readonly mayWrite: boolean
}

function SuiteArticle({ comparison, statistics, names, query, mayWrite }: SuiteProps) {
  const { evaluations, leftOut, gone, settings } = comparison
  const title = names.suite ?? 'Chosen evaluations'
  const list = evaluations.map(({ id }) => id)
  const ids = list.join(',')
  return (
    <article className="suite-page">
      <nav className="crumbs" aria-label="Breadcrumb">
        <Link href={suiteAddress({})}>Suites</Link>
      </nav>
      <div className="title-row">
        <h1>{names.suite === undefined ? 'Suite of chosen evaluations' : `Suite ${names.suite}`}</h1>
        <span className="spacer" />
        {mayWrite ? (
          <Share
            target={
              names.suite === undefined || names.runs !== undefined
                ? { kind: 'comparison', ...chosenComparison(list, query) }
                : { kind: 'suite', suite: names.suite }
            }
          />
        ) : null}
      </div>
      <p className="subtitle">
        {fairnessOf(settings, ['model', 'sampling', 'answers']).words}{' '}
        {evaluations.length < 2 ? null : (
          <Link href={compareAddress({ evaluations: ids })}>Compare all their settings</Link>
        )}
      </p>
      <Cost of={evaluations} />
      <Gone ids={gone} address={suiteAddress({ evaluations: ids })} />
      <LeftOut of={leftOut} names={names} />
      <ProvenanceScope of={evaluations}>
        <SuiteFigures title={title} comparison={comparison} statistics={statistics} query={query} />
      </ProvenanceScope>
    </article>
  )
}

function Cost({ of }: { readonly of: Comparison['evaluations'] }) {
  const cost = suiteCostWords(of.map((each) => each.cost))
  if (cost === null) return null
  return (
    <p className="subtitle" data-testid="suite-cost">
      Cost so far: {cost}
    </p>
  )
}

interface LeftOutProps {
  readonly of: Comparison['leftOut']
  readonly names: ComparedQuery
}

/** The suite's evaluations that have no column, and why; another run is shown on demand, never by itself. */
function LeftOut({ of: leftOut, names }: LeftOutProps) {
  if (leftOut.length === 0) return null
  return (
    <section
      className="panel left-out"
      aria-label="Evaluations of the suite that are not in the table"
      data-testid="left-out"
    >
      <h2>{counted(leftOut.length, 'evaluation')} not in the table</h2>
      <ul>
        {leftOut.map(({ id, name, note }) => (
          <li key={id}>
            <Link href={`/evaluations/${encodeURIComponent(id)}`}>{name}</Link>: {leftOutWords(note)}
            {note.kind === 'other_run' ? (
              <>
                {'. '}
                <Link href={suiteAddress(names, { runs: [id, ...runsIn(names)].join(',') })}>Show this run</Link>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function runsIn({ runs }: ComparedQuery): string[] {
  return (runs ?? '').split(',').filter((id) => id !== '')
}
