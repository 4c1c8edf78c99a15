import type { Comparison, Problem } from '@cges-fleet/core'
import Link from 'next/link'
import { type ComparedQuery, evaluationsIn } from '../../addresses/comparisons'
import type { ApiAnswer } from '../../api/fetch-api'
import { ProblemPanel } from '../../ui/shell/problem-panel'

interface Props {
  readonly problem: Problem
  readonly query: ComparedQuery
  /** The title of the page it is the problem of. */
  readonly page: string
  readonly address: (query: ComparedQuery, changes?: ComparedQuery) => string
}

/** Why a comparison cannot be shown; if one of its evaluations is missing, a link to compare the others. */
export function ComparisonProblem({ problem, query, page, address }: Props) {
  const ids = evaluationsIn(query)
  const missing = ids.find((id) => id === problem.missing)
  const others = ids.filter((id) => id !== missing)
  return (
    <>
      <h1>{page}</h1>
      {missing === undefined ? (
        <ProblemPanel problem={problem} retry={address(query)} />
      ) : (
        <section className="panel notice" role="alert" data-testid="problem">
          <h2>An evaluation is missing</h2>
          <p>
            Your team has no evaluation <code>{missing}</code>. Check that you copied the whole address.
          </p>
          <p>
            {others.length === 0 ? (
              <Link className="button" href="/evaluations">
                Choose from the list
              </Link>
            ) : (
              <Link
                className="button"
                href={address(query, {
                  evaluations: others.join(','),
                  base: query.base === missing ? '' : (query.base ?? ''),
                })}
              >
                Compare without it
              </Link>
            )}
          </p>
        </section>
      )}
    </>
  )
}

const EVERY_MS = 4_000

/** How often a comparison is refreshed; null once none of its evaluations can continue. */
export function readAgainMs(answer: ApiAnswer<Comparison>): number | null {
  return answer.ok && !goesOn(answer.value) ? null : EVERY_MS
}

function goesOn({ evaluations }: Comparison): boolean {
  return evaluations.some(({ status }) => status === 'running' || status === 'paused' || status === 'stuck')
}
