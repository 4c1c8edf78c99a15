import Link from 'next/link'
import { fetchEvaluation } from '../api/fetch-evaluation'
import { fetchEvaluations } from '../api/fetch-evaluations'
import { ProvenanceBadge } from '../frame/provenance-badge'
import { Status } from '../frame/status'
import { compareAddress } from './compared-address'

const MOST = 12

/**
 * Suggests evaluations to compare one with, namely those of its benchmark, which share questions with it; explains how
 * to choose if none is given.
 */
export async function ChooseEvaluations({ chosen }: { readonly chosen: string | null }) {
  const own = chosen === null ? null : await fetchEvaluation(chosen)
  const view = own?.ok === true ? own.value : null
  const found = view === null ? null : await fetchEvaluations({ benchmark: view.benchmark.name })
  const others = found?.ok === true ? found.value.evaluations.filter(({ id }) => id !== chosen).slice(0, MOST) : []
  return (
    <>
      <h1>Compare</h1>
      <section className="panel" data-testid="choose">
        <h2>{view === null ? 'Nothing is chosen yet' : `Compare “${view.name}” with`}</h2>
        {others.length === 0 ? null : (
          <ul className="compared">
            {others.map((evaluation) => (
              <li key={evaluation.id}>
                <span className="compared-name">
                  <Link href={compareAddress({ evaluations: `${chosen ?? ''},${evaluation.id}` })}>
                    {evaluation.name}
                  </Link>{' '}
                  <ProvenanceBadge {...evaluation} />
                  <span className="under">{evaluation.pool.model}</span>
                </span>
                <Status status={evaluation.status} />
              </li>
            ))}
          </ul>
        )}
        <p className="muted">
          {view !== null && others.length === 0 ? `No other evaluation is of ${view.benchmark.title}. ` : ''}
          To put two to twelve side by side, select them in <Link href="/evaluations">the list of evaluations</Link> (
          <kbd>x</kbd> on a row, or its box) and choose Compare (<kbd>c</kbd>).
        </p>
      </section>
    </>
  )
}
