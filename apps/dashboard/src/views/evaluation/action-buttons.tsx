'use client'

import type { EvaluationView } from '@cges-fleet/core'
import { useState } from 'react'
import { actOn, dialogButton } from './dialog-button'

interface Props {
  readonly view: EvaluationView
  readonly onChanged: () => Promise<void>
}

const CancelButton = dialogButton(() => import('./action-dialogs').then(({ CancelDialog }) => CancelDialog))
const ExtendButton = dialogButton(() => import('./action-dialogs').then(({ ExtendDialog }) => ExtendDialog))

type Action = { readonly verb: 'pause' | 'resume' | 'retry'; readonly label: string }

/** The actions open to a reader in the evaluation's present status. */
export function ActionButtons({ view, onChanged }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const act = async ({ verb }: Action) => {
    setBusy(true)
    setFailure(await actOn(view.id, verb))
    setBusy(false)
    await onChanged()
  }
  return (
    <>
      {failure === null ? null : <span role="alert">{failure}</span>}
      {actionsOf(view).map((action) => (
        <button key={action.verb} type="button" disabled={busy} onClick={() => void act(action)}>
          {action.label}
        </button>
      ))}
      {view.status === 'failed' ? null : (
        <ExtendButton view={view} onDone={onChanged}>
          Extend
        </ExtendButton>
      )}
      {view.finishedAt === null ? (
        <CancelButton view={view} onDone={onChanged} className="danger">
          Cancel evaluation
        </CancelButton>
      ) : null}
    </>
  )
}

function actionsOf({ status, trials }: EvaluationView): Action[] {
  const retriable = trials.blocked > 0 && status !== 'cancelled'
  return [
    ...(status === 'running' ? [{ verb: 'pause', label: 'Pause' } as const] : []),
    ...(status === 'paused' ? [{ verb: 'resume', label: 'Resume' } as const] : []),
    ...(retriable ? [{ verb: 'retry', label: 'Retry blocked' } as const] : []),
  ]
}
