'use client'

import type { ShareLinkView, ShareTarget } from '@cges-fleet/core'
import { createShareLink } from '@cges-fleet/core/addresses'
import { useState } from 'react'
import { sharedAddress } from '../../addresses/sharing'
import { ask } from '../../api/browser'
import { formatInstant } from '../format/times'
import { useZone } from '../preferences/zone-scope'
import { copyText } from './copying'
import { OnlyHere } from './only-here'
import { Popover } from './popover'
import { ShareControls } from './share-controls'

interface Made {
  /** The target as text. */
  readonly of: string
  readonly id: string
  readonly address: string
  readonly expiresAt: string
}

/** Makes a link to what a page shows that needs no key, and copies it; pressed again, it copies the same link. */
export function Share({ target }: { readonly target: ShareTarget }) {
  const of = JSON.stringify(target)
  const [newest, setMade] = useState<Made | null>(null)
  const made = newest?.of === of ? newest : null
  const [said, setSaid] = useState('')
  const copy = async ({ address }: Made) =>
    setSaid((await copyText(address)) ? 'Link copied.' : 'Copy the link from here.')
  const share = async () => {
    if (made !== null) return copy(made)
    setSaid('Making a link …')
    const reply = await ask(createShareLink, { body: { target } })
    if (!reply.ok) return setSaid(reply.why)
    const { id, token, expiresAt } = reply.answer
    const link = { of, id, address: new URL(sharedAddress(token), location.href).href, expiresAt }
    setMade(link)
    return copy(link)
  }
  return (
    <Popover
      name="Share"
      title="Copy a read-only link for people outside your team"
      label="Share"
      className="button-like"
      onOpen={() => void share()}
    >
      <p role="status">
        <strong>{said}</strong>
      </p>
      {made === null ? null : (
        <MadeLink
          made={made}
          onChange={(link) => {
            setMade(link === null ? null : { ...made, expiresAt: link.expiresAt })
            if (link === null) setSaid('Revoked: the link no longer works.')
          }}
        />
      )}
    </Popover>
  )
}

interface MadeProps {
  readonly made: Made
  readonly onChange: (link: ShareLinkView | null) => void
}

function MadeLink({ made: { id, address, expiresAt }, onChange }: MadeProps) {
  const zone = useZone()
  return (
    <>
      <input
        readOnly
        value={address}
        aria-label="Read-only link"
        size={40}
        onFocus={(event) => event.target.select()}
      />
      <p>
        For people outside your team. Anyone who has it sees the figures without signing in, but no questions or
        answers.
      </p>
      <OnlyHere address={address} />
      <p>It works until {formatInstant(expiresAt, zone)}.</p>
      <ShareControls link={id} name="this page" onChange={onChange} />
    </>
  )
}
