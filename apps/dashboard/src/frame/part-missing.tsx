import type { Problem } from '@cges-fleet/core'
import { AutoRetry } from './auto-retry'

interface Props {
  /** The name of the missing part, as it begins a sentence. */
  readonly what: string
  readonly problem: Problem
}

/** Reports which part of a page could not be loaded, if the page is useful without it. */
export function PartMissing({ what, problem: { title, status, requestId } }: Props) {
  return (
    <p className="note-warning apart" role="status" data-testid="part-missing">
      ⚠ {what} could not be read: {title} (HTTP {status}
      {requestId === undefined ? '' : `, request ${requestId}`}) <AutoRetry />
    </p>
  )
}
