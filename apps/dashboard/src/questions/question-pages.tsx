import type { QuestionPage } from '@cges-fleet/core'
import Link from 'next/link'
import { questionsAddress, type Selection } from './selection'

interface Props {
  readonly id: string
  readonly page: QuestionPage
  readonly selection: Selection
}

/** Turns the pages of a list; says what to do where one is empty. */
export function QuestionPages({ id, page: { questions, next, previous }, selection }: Props) {
  const empty = questions.length === 0
  return (
    <>
      {empty ? (
        <p className="empty-list" data-testid="no-questions">
          {next === null
            ? 'No question here. Where the evaluation is new, its questions come within seconds; else leave out a condition.'
            : 'None among those looked at. There are more to look through: go to the next page.'}
        </p>
      ) : null}
      <nav className="pages" aria-label="Pages">
        {previous === null ? null : (
          <Link href={questionsAddress(id, { ...selection, before: previous })}>← Previous page</Link>
        )}
        {next === null ? null : <Link href={questionsAddress(id, { ...selection, after: next })}>Next page →</Link>}
      </nav>
    </>
  )
}
