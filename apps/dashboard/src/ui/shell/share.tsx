'use client'

import type { ShareTarget } from '@cges-fleet/core'
import { createShareLink } from '@cges-fleet/core/addresses'
import Link from 'next/link'
import { useState } from 'react'
import { sharedAddress } from '../../addresses/sharing'
import { ask } from '../../api/browser'
import { formatInstant } from '../format/times'
import { useZone } from '../preferences/zone-scope'
import { CopyLink } from './copying'
import { Popover } from './popover'

interface Props {
  readonly target: ShareTarget
  /** Whether the reader may make a link that needs no key. */
  readonly mayWrite: boolean
}

/** How others get to what a page shows: its address for the team, a read-only link for everybody else. */
export function Share({ target, mayWrite }: Props) {
  return (
    <Popover name="Share" label="Share" className="button-like">
      <p>Your team opens this page at its address.</p>
      <CopyLink />
      {mayWrite ? <ReadOnlyLink target={target} /> : null}
    </Popover>
  )
}

interface Made {
  readonly address: string
  readonly expiresAt: string
  readonly isCopied: boolean
}

/** Makes a link that needs no key, and copies it. */
function ReadOnlyLink({ target }: Pick<Props, 'target'>) {
  const [made, setMade] = useState<Made | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async () => {
    const asked = await ask(createShareLink, { body: { target } })
    setFailure(asked.ok ? null : asked.why)
    if (!asked.ok) return
    const { token, expiresAt } = asked.answer
    const address = new URL(sharedAddress(token), location.href).href
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    )
    setMade({ address, expiresAt, isCopied })
  }
  return (
    <>
      <p>Anyone with a read-only link sees the figures without a key. It shows no questions or answers.</p>
      {made === null ? (
        <button type="button" onClick={() => void make()}>
          Copy a read-only link
        </button>
      ) : (
        <MadeLink {...made} />
      )}
      {failure === null ? null : <p role="alert">{failure}</p>}
    </>
  )
}

function MadeLink({ address, expiresAt, isCopied }: Made) {
  const zone = useZone()
  return (
    <div role="status">
      <input
        readOnly
        value={address}
        aria-label="Read-only link"
        size={40}
        onFocus={(event) => event.target.select()}
      />
      <p>
        {isCopied ? 'Copied. ' : 'Copy it from here. '}It works until {formatInstant(expiresAt, zone)}.{' '}
        <Link href="/settings/share-links" prefetch={false}>
          Revoke
        </Link>
      </p>
    </div>
  )
}
