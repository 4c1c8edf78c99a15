'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { useRef, useState } from 'react'
import { formatCount } from '../format/format-count'

interface Props {
  readonly view: EvaluationView
  readonly onCancelled: () => Promise<void>
}

/** Stops an evaluation for good, after saying what that means. */
export function CancelButton({ view, onCancelled }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const failed = await cancel(view.id)
    setFailure(failed)
    setBusy(false)
    if (failed === null) dialog.current?.close()
    await onCancelled()
  }
  return (
    <>
      <button type="button" className="danger" onClick={() => dialog.current?.showModal()}>
        Cancel evaluation
      </button>
      <dialog ref={dialog} aria-label="Cancel this evaluation?">
        <h2>Cancel this evaluation?</h2>
        <p>
          No further samples are drawn. The {formatCount(view.samples.drawn)} drawn so far stay, and every number stays
          interim. This cannot be undone.
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
    </>
  )
}

async function cancel(id: string): Promise<string | null> {
  try {
    const response = await fetch(`/v1/evaluations/${encodeURIComponent(id)}/cancel`, { method: 'POST' })
    return response.ok ? null : reasonIn(await response.json().catch(() => null))
  } catch {
    return 'The request did not get through. Check the connection and try again.'
  }
}

function reasonIn(body: unknown): string {
  const hasDetail = typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
  return hasDetail ? String(body.detail) : 'The API did not cancel it and gave no reason.'
}
