'use client'

import type { KeyView, Scope } from '@cges-fleet/core'
import { createOwnKey, revokeOwnKey } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { SubmitButton } from '../../ui/shell/submit-button'
import { KeysTable } from './keys-panel'
import { KeyLimits, limitsIn, MadeKey } from './new-key-form'

interface Props {
  readonly keys: readonly KeyView[]
  /** What the reader may do in this team. */
  readonly scopes: readonly Scope[]
}

/** The reader's own keys in this team, for scripts and the command line. */
export function OwnKeysPanel({ keys, scopes }: Props) {
  const { refresh } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const revoke = async (id: string) => {
    const reply = await ask(revokeOwnKey, { path: { id } })
    setFailure(reply.ok ? null : reply.why)
    refresh()
  }
  return (
    <section className="panel" data-testid="own-keys">
      <h2>Your keys</h2>
      <p className="muted">
        For the command line and your scripts. A key may do what you may in this team, and ends with your access. It
        stops after 30 days without a sign-in.
      </p>
      {keys.length === 0 ? null : <KeysTable keys={keys} own={null} change={{ revoke, rotate: null }} />}
      {failure === null ? null : <Failure why={failure} />}
      <NewOwnKey scopes={scopes} />
    </section>
  )
}

function NewOwnKey({ scopes }: Pick<Props, 'scopes'>) {
  const { refresh } = useRouter()
  const [made, setMade] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = form.get('name')
    if (typeof name !== 'string') return
    const reply = await ask(createOwnKey, { body: { name, ...limitsIn(form) } })
    setFailure(reply.ok ? null : reply.why)
    setMade(reply.ok ? reply.answer.key : null)
    refresh()
  }
  return (
    <form className="new-key" method="post" onSubmit={(event) => void make(event)}>
      <label>
        New key of yours for
        <input name="name" required maxLength={80} placeholder="your laptop" />
      </label>
      <KeyLimits scopes={scopes} never="with your access" />
      <SubmitButton>Make your key</SubmitButton>
      {failure === null ? null : <Failure why={failure} />}
      {made === null ? null : <MadeKey text={made} whom="acts as you" />}
    </form>
  )
}

function Failure({ why }: { readonly why: string }) {
  return (
    <p role="alert" className="bad">
      {why}
    </p>
  )
}
