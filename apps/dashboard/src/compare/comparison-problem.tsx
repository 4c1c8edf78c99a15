import type { Problem } from '@cges-fleet/core'
import Link from 'next/link'
import { ProblemPanel } from '../frame/problem-panel'
import { type ComparedQuery, evaluationsIn } from './compared-address'

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
  const missing = problem.status === 404 ? ids.find((id) => problem.detail.includes(id)) : undefined
  const others = ids.filter((id) => id !== missing)
  return (
    <>
      <h1>{page}</h1>
      {missing === undefined ? (
        <ProblemPanel problem={problem} retry={address(query)} />
      ) : (
        <section className="panel notice" role="alert" data-testid="problem">
          <h2>One of them is not there</h2>
          <p>
            Your team has no evaluation <code>{missing}</code>. Was the address copied whole?
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
                Go on without it
              </Link>
            )}
          </p>
        </section>
      )}
    </>
  )
}
