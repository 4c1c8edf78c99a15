'use client'
import type { KeyView, Role } from '@cges-fleet/core'
import { revokeKey } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ask } from '../api/ask'
import { KeysTable } from './keys-table'
import { NewKeyForm } from './new-key-form'

interface Props {
  readonly keys: readonly KeyView[]
  /** The roles this caller may give keys; none where it may not make and end them. */
  readonly gives: readonly Role[]
  /** Whether this fleet asks for keys at all. */
  readonly signIn: boolean
  /** The key signed in with. */
  readonly own: string | null
}

/** A team's keys, without their secrets. */
export function KeysPanel({ keys, gives, signIn, own }: Props) {
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
      {signIn ? null : (
        <p className="muted">
          This fleet has no sign-in: it serves this machine alone, and whoever can reach it may do everything. Start it
          with <code>KEY_PEPPER_FILE</code> set, and it asks for keys.
        </p>
      )}
      {keys.length === 0 ? null : <KeysTable keys={keys} own={own} revoke={manages ? revoke : null} />}
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      {manages && signIn ? <NewKeyForm roles={gives} onMade={refresh} /> : null}
    </section>
  )
}
