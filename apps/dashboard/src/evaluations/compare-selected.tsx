import { MOST_COMPARED } from '@cges-fleet/core/most-compared'
import Link from 'next/link'
import { comparedAddress } from './use-compare'

/** Leads to the selected evaluations side by side, or says why not. */
export function CompareSelected({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length < 2) return <span className="muted">Select at least two to compare.</span>
  if (ids.length > MOST_COMPARED) return <span className="muted">At most {MOST_COMPARED} can be compared.</span>
  return (
    <Link className="button primary" href={comparedAddress(ids)} prefetch={false} aria-keyshortcuts="c">
      Compare {ids.length}
    </Link>
  )
}
