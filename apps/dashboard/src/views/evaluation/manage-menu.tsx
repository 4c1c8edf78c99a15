'use client'

import type { EvaluationView } from '@cges-fleet/core'
import { archiveEvaluation, unarchiveEvaluation } from '@cges-fleet/core/addresses'
import { useState } from 'react'
import { ask } from '../../api/browser'
import { dialogButton } from './dialog-button'

interface Props {
  readonly view: EvaluationView
  readonly onChanged: () => Promise<void>
}

const RenameButton = dialogButton(() => import('./manage-dialogs').then(({ RenameDialog }) => RenameDialog))
const PriorityButton = dialogButton(() => import('./priority-dialog').then(({ PriorityDialog }) => PriorityDialog))
const DeleteButton = dialogButton(() => import('./manage-dialogs').then(({ DeleteDialog }) => DeleteDialog))

/** Rename, archive and delete, as entries of a menu. The API refuses those who may not, and says whom to ask. */
export function ManageItems({ view, onChanged }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const archived = view.archivedAt !== null
  const toggle = async () => {
    setBusy(true)
    const reply = await ask(archived ? unarchiveEvaluation : archiveEvaluation, { path: { id: view.id } })
    setFailure(reply.ok ? null : reply.why)
    setBusy(false)
    await onChanged()
  }
  return (
    <>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <RenameButton view={view} onDone={onChanged}>
        Rename
      </RenameButton>
      {view.finishedAt === null ? (
        <PriorityButton view={view} onDone={onChanged}>
          Priority
        </PriorityButton>
      ) : (
        <>
          <button type="button" disabled={busy} onClick={() => void toggle()}>
            {archived ? 'Unarchive' : 'Archive'}
          </button>
          <DeleteButton view={view} onDone={onChanged} className="danger">
            Delete
          </DeleteButton>
        </>
      )}
    </>
  )
}
