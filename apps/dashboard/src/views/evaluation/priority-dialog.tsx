'use client'

import { prioritizeEvaluation } from '@cges-fleet/core/addresses'
import { PRIORITIES } from '@cges-fleet/core/priority'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ask } from '../../api/browser'
import type { DialogProps } from './dialog-button'

/** Changes which of the team's own evaluations goes first in the pool. */
export function PriorityDialog({ view, onDone, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const priority = chosenIn(new FormData(event.currentTarget)) ?? view.priority
    const reply = await ask(prioritizeEvaluation, { path: { id: view.id }, body: { priority } })
    setFailure(reply.ok ? null : reply.why)
    if (!reply.ok) return
    dialog.current?.close()
    await onDone()
  }
  return (
    <dialog ref={dialog} aria-label="Priority of this evaluation" onClose={onClose}>
      <h2>Priority of this evaluation</h2>
      <p>
        Your team’s evaluations in {view.pool.name} take turns: high, normal and low get 16 : 4 : 1 samples while all of
        them wait. Other teams keep their share. Samples that are queued already keep their place.
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Priority
          <select name="priority" defaultValue={view.priority}>
            {PRIORITIES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {failure === null ? null : <p role="alert">{failure}</p>}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
          <button type="submit">Change</button>
        </div>
      </form>
    </dialog>
  )
}

function chosenIn(form: FormData) {
  return PRIORITIES.find((each) => each === form.get('priority'))
}
