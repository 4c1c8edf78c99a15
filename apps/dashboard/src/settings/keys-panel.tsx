'use client'
import type { KeyView, Role } from '@cges-fleet/core'
import { revokeKey } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '../api/ask'
import { CopyTable } from '../format/table/copy-table'
import { useZone } from '../frame/zone-scope'
import { KeysTable } from './keys-table'
import { keysTable } from './keys-text'
import { NewKeyForm } from './new-key-form'

interface Props {
  readonly keys: readonly KeyView[]
  /** The roles this caller may give to keys; none if it may not create and revoke them. */
  readonly gives: readonly Role[]
  /** Whether this fleet asks for keys at all. */
  readonly signIn: boolean
  /** The key signed in with. */
  readonly own: string | null
}

/** A team's keys, without their secrets. */
export function KeysPanel({ keys, gives, signIn, own }: Props) {
  const zone = useZone()
  const manages = gives.length > 0
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (id: string) => {
    const asked = await ask(revokeKey, { path: { id } })
    setFailure(asked.ok ? null : asked.why)
    refresh()
  }
  return (
    <section className="panel">
      <h2>Keys</h2>
      {signIn ? null : <p className="muted">This fleet has no sign-in, so it asks for no key.</p>}
      {keys.length === 0 ? null : (
        <>
          <CopyTable title="Keys" read={() => keysTable(keys, zone)} />
          <KeysTable keys={keys} own={own} revoke={manages ? revoke : null} />
        </>
      )}
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {manages && signIn ? <NewKeyForm roles={gives} onMade={refresh} /> : null}
    </section>
  )
}
