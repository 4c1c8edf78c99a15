'use client'

import type { ShareLinkView } from '@cges-fleet/core'
import { changeShareLink, revokeShareLink } from '@cges-fleet/core/addresses'
import { useState } from 'react'
import { ask, type Reply } from '../../api/browser'
import { ENDS } from './ends'

interface Props {
  readonly link: string
  /** What the link shows, for those who hear its controls alone. */
  readonly name: string
  /** Called with the link as it is now; with null once it is revoked. */
  readonly onChange: (link: ShareLinkView | null) => void
}

/** Changes when a share link ends, or ends it now. */
export function ShareControls({ link, name, onChange }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const settle = (reply: Reply<ShareLinkView | undefined | void>) => {
    setFailure(reply.ok ? null : reply.why)
    if (reply.ok) onChange(reply.answer ?? null)
  }
  const extend = async (days: number) => settle(await ask(changeShareLink, { path: { link }, body: { days } }))
  const revoke = async () => settle(await ask(revokeShareLink, { path: { link } }))
  return (
    <>
      <span className="share-controls">
        <select
          aria-label={`Change when the link to ${name} expires`}
          value=""
          onChange={({ target }) => void extend(Number(target.value))}
        >
          <option value="" disabled>
            Change expiry
          </option>
          {ENDS.map(([days, title]) => (
            <option key={days} value={days}>
              {title}
            </option>
          ))}
        </select>
        <button type="button" aria-label={`Revoke the link to ${name}`} onClick={() => void revoke()}>
          Revoke
        </button>
      </span>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
    </>
  )
}
