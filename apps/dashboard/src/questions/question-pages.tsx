import type { QuestionListFile, QuestionPage } from '@cges-fleet/core'
import { exportQuestions } from '@cges-fleet/core/addresses'
import { writePath } from '@cges-fleet/core/contract'
import Link from 'next/link'
import { questionsAddress, type Selection } from './selection'

interface Props {
  readonly id: string
  readonly page: QuestionPage
  readonly selection: Selection
}

/** Turns the pages of a list, and offers all of them as a file; explains what to do if one is empty. */
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
      {empty ? null : (
        <p className="muted">
          All that match, with every method’s verdict, as{' '}
          <a href={fileOf('questions.csv', id, selection)} download>
            CSV
          </a>{' '}
          or{' '}
          <a href={fileOf('questions.jsonl', id, selection)} download>
            JSONL
          </a>
        </p>
      )}
      <nav className="pages" aria-label="Pages">
        {previous === null ? null : (
          <Link href={questionsAddress(id, { ...selection, before: previous })}>← Previous page</Link>
        )}
        {next === null ? null : <Link href={questionsAddress(id, { ...selection, after: next })}>Next page →</Link>}
      </nav>
    </>
  )
}

/** The API validates the values from the address. */
function fileOf(file: QuestionListFile, id: string, selection: Selection): string {
  return writePath(exportQuestions, { path: { id, file }, query: selection })
}
