'use client'

import { startSession } from '@cges-fleet/core/addresses'
import { type FormEvent, useState } from 'react'
import { ask } from '../../api/browser'
import { SubmitButton } from '../../ui/shell/submit-button'

interface Props {
  /** The page after sign-in: one of this dashboard's. */
  readonly to: string
}

/** Exchanges a key for a session. */
export function SignInForm({ to }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget).get('key')
    const key = typeof entered === 'string' ? entered : ''
    setBusy(true)
    const reply = await ask(startSession, { body: { key } })
    setBusy(false)
    setFailure(reply.ok ? null : reply.why)
    if (reply.ok) location.assign(to)
  }
  return (
    <form className="sign-in" method="post" onSubmit={(event) => void enter(event)}>
      <label htmlFor="key">Your key</label>
      <input
        id="key"
        name="key"
        type="password"
        autoComplete="current-password"
        placeholder="cges_…"
        required
        aria-describedby="key-help"
      />
      <p id="key-help" className="muted">
        Ask your fleet’s operator for one; it starts with <code>cges_</code>. This browser keeps a session of 12 hours,
        not the key.
      </p>
      {failure === null ? null : (
        <p role="alert" className="bad">
          {failure}
        </p>
      )}
      <SubmitButton disabled={busy}>{busy ? 'Signing in' : 'Sign in'}</SubmitButton>
    </form>
  )
}
