import { Instant } from './instant'

interface Props {
  /** When what is shown was read, on this browser's clock. */
  readonly readAt: number
  readonly everyMs: number
  /** The API's reason for refusing the refresh; null if it gives none. */
  readonly why?: string | null
}

/** Warns that the page is no longer refreshed, states its age, and that refreshing resumes by itself. */
export function NotRefreshed({ readAt, everyMs, why = null }: Props) {
  return (
    <p className="note-warning apart" role="status" data-testid="not-refreshed">
      ⚠ {why === null ? 'The API does not answer' : `It cannot be read again: ${why}`}. What is shown is of{' '}
      <Instant at={new Date(readAt).toISOString()} />; it is asked again every {everyMs / 1000} s.
    </p>
  )
}
