interface Props {
  readonly problem: string
  readonly again: () => void
}

/** Says that the intervals of a comparison could not be read, and reads them again on request. */
export function IntervalsUnread({ problem, again }: Props) {
  return (
    <span role="alert">
      The intervals could not be read: {problem}{' '}
      <button type="button" className="small" onClick={again}>
        Try again
      </button>
    </span>
  )
}
