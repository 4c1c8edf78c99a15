import type { Problem } from '@cges-fleet/core'
import Link from 'next/link'
import { passesByItself } from '../../api/failing'
import { AutoRetry } from './keep-fresh'

interface Props {
  readonly problem: Problem
  /** The address to try again; a link, so that it works before and without scripts. */
  readonly retry: string
  /** The page's title, if this is its only content. */
  readonly page?: string
}

const FORBIDDEN = 403

/** Reports a problem and its remedy, in the API's own words. */
export function ProblemPanel({ problem, retry, page }: Props) {
  const isForbidden = problem.status === FORBIDDEN
  return (
    <>
      {page === undefined ? null : <h1>{page}</h1>}
      <section className="panel notice" role="alert" data-testid="problem">
        <h2>{isForbidden ? 'Your key may not see this' : problem.title}</h2>
        {sameWords(problem) ? null : <p>{problem.detail}</p>}
        {problem.errors?.map(({ field, problem: cause }) => (
          <p key={field}>
            <code>{field}</code> {cause}
          </p>
        ))}
        {isForbidden ? <AskForMore /> : <Retry problem={problem} retry={retry} />}
      </section>
    </>
  )
}

/** Trying again would change nothing: another key does. */
function AskForMore() {
  return (
    <>
      <p>Ask an admin of your team for a key with this right, then sign in with it.</p>
      <p>
        <Link className="button" href="/settings" prefetch={false}>
          What your key may do
        </Link>
      </p>
    </>
  )
}

function Retry({ problem: { status, requestId }, retry }: Props) {
  return (
    <p>
      <a className="button" href={retry}>
        Try again
      </a>{' '}
      <span className="muted">
        HTTP {status} {passesByItself(status) ? <AutoRetry /> : null}
        {requestId === undefined ? null : (
          <>
            {' '}
            · request <code>{requestId}</code>. Your fleet’s operator finds it in the API’s log
          </>
        )}
      </span>
    </p>
  )
}

function sameWords({ title, detail }: Problem): boolean {
  return detail.replace(/\.$/, '') === title
}

interface PartMissingProps {
  /** The name of the missing part, as it begins a sentence. */
  readonly what: string
  readonly problem: Problem
}

/** Reports which part of a page could not be loaded, if the page is useful without it. */
export function PartMissing({ what, problem: { title, status, requestId } }: PartMissingProps) {
  return (
    <p className="note-warning apart" role="status" data-testid="part-missing">
      ⚠ {what} could not be read: {title} (HTTP {status}
      {requestId === undefined ? '' : `, request ${requestId}`}) <AutoRetry />
    </p>
  )
}
