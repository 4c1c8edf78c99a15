import { Instant } from './instant'

interface Props {
  /** When what is shown was read, on this browser's clock. */
  readonly readAt: number
  readonly everyMs: number
  /** What the API said to being asked again; null where it says nothing. */
  readonly why?: string | null
}

/** Says that what is shown is no longer kept new, of when it is, and that this mends itself. */
export function NotRefreshed({ readAt, everyMs, why = null }: Props) {
  return (
    <p className="note-warning apart" role="status" data-testid="not-refreshed">
      ⚠ {why === null ? 'The API does not answer' : `It cannot be read again: ${why}`}. What is shown is of{' '}
      <Instant at={new Date(readAt).toISOString()} />; it is asked again every {everyMs / 1000} s.
    </p>
  )
}
