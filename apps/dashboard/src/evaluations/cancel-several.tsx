'use client'
import { counted, inNumber } from '@cges-fleet/core/counted'
import type { EvaluationRow } from '@cges-fleet/core'
import { cancelEvaluation } from '@cges-fleet/core/addresses'
import { useRef, useState } from 'react'
import { formatCount } from '../format/format-count'
import { ask } from '../api/ask'

interface Props {
  readonly selected: readonly EvaluationRow[]
  readonly onCancelled: () => Promise<void>
}

const CANCELLABLE = ['running', 'paused', 'stuck', 'budget_stopped']

/** Cancels the selected evaluations that have not ended, after a warning; names those that could not be cancelled. */
export function CancelSeveral({ selected, onCancelled }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failures, setFailures] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const able = selected.filter(({ status }) => CANCELLABLE.includes(status))
  const confirm = async () => {
    setBusy(true)
    const failed = await cancelAll(able)
    setFailures(failed)
    setBusy(false)
    if (failed.length === 0) dialog.current?.close()
    await onCancelled()
  }
  const open = () => dialog.current?.showModal()
  return (
    <>
      {able.length === 0 ? (
        <span className="muted">None of these can be cancelled: they have ended.</span>
      ) : (
        <button type="button" className="danger" onClick={open}>
          Cancel {formatCount(able.length)} …
        </button>
      )}
      <dialog ref={dialog} aria-label="Cancel the selected evaluations?" onClose={() => setFailures([])}>
        <Effect able={able} others={selected.length - able.length} />
        <Failures failures={failures} />
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep them running
          </button>
          <button type="button" className="danger" disabled={busy || able.length === 0} onClick={() => void confirm()}>
            {busy ? 'Cancelling' : `Cancel ${inNumber(able.length, 'it', 'them')}`}
          </button>
        </div>
      </dialog>
    </>
  )
}

/** Cancels one after the other, and returns the reasons for those that could not be. */
async function cancelAll(able: readonly EvaluationRow[]): Promise<string[]> {
  const failed: string[] = []
  for (const { id, name } of able) {
    const asked = await ask(cancelEvaluation, { path: { id } })
    if (!asked.ok) failed.push(`${name}: ${asked.why}`)
  }
  return failed
}

function Failures({ failures }: { readonly failures: readonly string[] }) {
  return failures.map((failure) => (
    <p role="alert" className="bad" key={failure}>
      {failure}
    </p>
  ))
}

function Effect({ able, others }: { readonly able: readonly EvaluationRow[]; readonly others: number }) {
  const spent = able.reduce((sum, { calls }) => sum + calls.spent, 0)
  return (
    <>
      <h2>Cancel {counted(able.length, 'evaluation')}?</h2>
      <p>
        No further samples are drawn. The {counted(spent, 'call')} made so far {inNumber(spent, 'is', 'are')} paid and
        what they gave stays; the figures stay interim. Extending one later lets it go on.
      </p>
      {others === 0 ? null : (
        <p className="muted">
          {formatCount(others)} more of those selected {inNumber(others, 'has', 'have')} ended already and{' '}
          {inNumber(others, 'stays as it is', 'stay as they are')}.
        </p>
      )}
    </>
  )
}
