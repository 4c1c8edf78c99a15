'use client'

import type { PoolShares } from '@cges-fleet/core'
import { pausePool, resumePool } from '@cges-fleet/core/addresses'
import { counted } from '@cges-fleet/core/counted'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask } from '../../api/browser'

interface Props {
  readonly shares: PoolShares
  /** Reads the pool again. */
  readonly onDone: () => Promise<void>
}

/** Pauses a pool or resumes it, after saying what that does. */
export function PauseControl({ shares, onDone }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <span className="actions">
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {shares.paused === null ? 'Pause' : 'Resume'}
      </button>
      {open ? <PauseDialog shares={shares} onDone={onDone} onClose={close} /> : null}
    </span>
  )
}

/** What the dialog says and does; it stays as opened, whatever others do meanwhile. */
function PauseDialog({ shares, onDone, onClose }: Props & { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { refresh } = useRouter()
  const [{ pool, paused, teams }] = useState(shares)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const pauses = paused === null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    const path = { pool }
    const body = reasonIn(new FormData(event.currentTarget))
    const reply = await (pauses ? ask(pausePool, { path, body }) : ask(resumePool, { path }))
    setBusy(false)
    setFailure(reply.ok ? null : reply.why)
    if (!reply.ok) return
    await onDone()
    refresh()
    dialog.current?.close()
  }
  const title = `${pauses ? 'Pause' : 'Resume'} pool ${pool}?`
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <form onSubmit={(event) => void submit(event)}>
        {pauses ? <PauseWords teams={teams} /> : <ResumeWords teams={teams} />}
        {failure === null ? null : <p role="alert">{failure}</p>}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            {pauses ? 'Keep it running' : 'Keep it paused'}
          </button>
          <button type="submit" disabled={busy}>
            {pauses ? 'Pause the pool' : 'Resume the pool'}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** As many characters as the API takes. */
const LONGEST_REASON = 300

function PauseWords({ teams }: Pick<PoolShares, 'teams'>) {
  const active = teams.reduce((sum, team) => sum + team.active, 0)
  return (
    <>
      <p>
        {active === 0 ? '' : `${counted(active, 'sample')} being drawn will finish. `}Evaluations of every team stop
        here until you resume the pool. The gateway refuses requests for it. Results stay the same.
      </p>
      <label>
        Reason, shown to everyone who uses the pool
        <input name="reason" maxLength={LONGEST_REASON} autoComplete="off" />
      </label>
    </>
  )
}

function ResumeWords({ teams }: Pick<PoolShares, 'teams'>) {
  const waiting = teams.reduce((sum, team) => sum + team.waiting, 0)
  return (
    <p>
      {waiting === 0
        ? 'Workers draw again, and the gateway takes requests.'
        : `Workers draw again, first the ${counted(waiting, 'sample')} that ${waiting === 1 ? 'waits' : 'wait'}. The gateway takes requests.`}
    </p>
  )
}

function reasonIn(form: FormData): { readonly reason?: string } {
  const reason = form.get('reason')
  return typeof reason === 'string' && reason.trim() !== '' ? { reason } : {}
}
