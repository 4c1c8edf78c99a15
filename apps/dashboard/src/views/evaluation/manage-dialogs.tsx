'use client'

import { deleteEvaluation, renameEvaluation } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask } from '../../api/browser'
import { formatCount, formatSize } from '../../ui/format/numbers'
import type { DialogProps } from './dialog-button'

/** Gives an evaluation another name. */
export function RenameDialog({ view, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    const body = { name: typeof name === 'string' ? name : '' }
    const reply = await ask(renameEvaluation, { path: { id: view.id }, body })
    setFailure(reply.ok ? null : reply.why)
    if (!reply.ok) return
    dialog.current?.close()
    await onDone()
  }
  return (
    <dialog ref={dialog} aria-label="Rename this evaluation" onClose={onClose}>
      <h2>Rename this evaluation</h2>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Name
          <input name="name" required maxLength={120} defaultValue={view.name} autoComplete="off" />
        </label>
        {failure === null ? null : <p role="alert">{failure}</p>}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep its name
          </button>
          <button type="submit">Rename</button>
        </div>
      </form>
    </dialog>
  )
}

/** Says what deleting an evaluation removes, deletes it, and leads back to the list. */
export function DeleteDialog({ view, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { push } = useRouter()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const confirm = async () => {
    setBusy(true)
    const reply = await ask(deleteEvaluation, { path: { id: view.id } })
    setBusy(false)
    setFailure(reply.ok ? null : reply.why)
    if (reply.ok) push('/evaluations')
  }
  return (
    <dialog ref={dialog} aria-label="Delete this evaluation?" onClose={onClose}>
      <h2>Delete this evaluation?</h2>
      <p>
        {formatCount(view.samples.drawn)} samples and {formatSize(view.storedBytes)} of texts are deleted, with every
        verdict. This cannot be undone. Your team’s usage still counts it.
      </p>
      <p>Suites and comparisons no longer show it. To hide it from lists only, archive it.</p>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={busy} onClick={() => void confirm()}>
          {busy ? 'Deleting' : 'Delete it'}
        </button>
      </div>
    </dialog>
  )
}
