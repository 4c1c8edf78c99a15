import type { Problem } from '@cges-fleet/core'
import { AutoRetry } from './auto-retry'

interface Props {
  /** What is missing, as a sentence begins. */
  readonly what: string
  readonly problem: Problem
}

/** Says which part of a page could not be read, where the page is of use without it. */
export function PartMissing({ what, problem: { title, status, requestId } }: Props) {
  return (
    <p className="note-warning apart" role="status" data-testid="part-missing">
      ⚠ {what} could not be read: {title} (HTTP {status}
      {requestId === undefined ? '' : `, request ${requestId}`}) <AutoRetry />
    </p>
  )
}
