import { counted, inNumber } from '@cges-fleet/core/counted'
import Link from 'next/link'

interface Props {
  readonly ids: readonly string[]
  /** The address without them; null to a reader who cannot choose. */
  readonly address: string | null
}

/** Which evaluations of a link are no longer there. */
export function Gone({ ids, address }: Props) {
  if (ids.length === 0) return null
  return (
    <p className="note-warning" role="status" data-testid="gone">
      ⚠ {counted(ids.length, 'evaluation')} of this link {inNumber(ids.length, 'is', 'are')} missing: deleted, or
      another team’s. The others are below.
      {address === null ? null : (
        <>
          {' '}
          {ids.map((id) => (
            <code key={id}>{id} </code>
          ))}
          <Link href={address}>Leave {inNumber(ids.length, 'it', 'them')} out of the link</Link>
        </>
      )}
    </p>
  )
}
