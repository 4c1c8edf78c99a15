'use client'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../format/format-count'
import { actOn } from './act-on'
import type { DialogProps } from './dialog-button'

/** Explains that cancelling an evaluation is final, and cancels it. */
export function CancelDialog({ view, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const confirm = async () => {
    setBusy(true)
    const failed = await actOn(view.id, 'cancel')
    setFailure(failed)
    setBusy(false)
    if (failed === null) dialog.current?.close()
    await onDone()
  }
  return (
    <dialog ref={dialog} aria-label="Cancel this evaluation?" onClose={onClose}>
      <h2>Cancel this evaluation?</h2>
      <p>
        No further samples are drawn. The {formatCount(view.samples.drawn)} drawn so far stay, and every number stays
        interim. Extending it later lets it go on.
      </p>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <div className="actions">
        <button type="button" onClick={() => dialog.current?.close()}>
          Keep it running
        </button>
        <button type="button" className="danger" disabled={busy} onClick={() => void confirm()}>
          {busy ? 'Cancelling' : 'Cancel it'}
        </button>
      </div>
    </dialog>
  )
}
