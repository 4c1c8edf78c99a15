import type { Problem } from '@cges-fleet/core'
import { AutoRetry } from './auto-retry'

interface Props {
  readonly problem: Problem
  /** The address to try again; a link, so that it works before and without scripts. */
  readonly retry: string
}

/** Says what went wrong and what to do, in the API's own words. */
export function ProblemPanel({ problem, retry }: Props) {
  return (
    <section className="panel notice" role="alert" data-testid="problem">
      <h2>{problem.title}</h2>
      {sameWords(problem) ? null : <p>{problem.detail}</p>}
      {problem.errors?.map(({ field, problem: cause }) => (
        <p key={field}>
          <code>{field}</code> {cause}
        </p>
      ))}
      <p>
        <a className="button" href={retry}>
          Try again
        </a>{' '}
        <span className="muted">
          HTTP {problem.status} <AutoRetry />
          {problem.requestId === undefined ? null : (
            <>
              {' '}
              · request <code>{problem.requestId}</code>, which whoever runs the fleet finds in the API’s log
            </>
          )}
        </span>
      </p>
    </section>
  )
}

function sameWords({ title, detail }: Problem): boolean {
  return detail.replace(/\.$/, '') === title
}
