'use client'

import type { EvaluationView } from '@cges-fleet/core'
import Link from 'next/link'
import { useState } from 'react'
import { compareAddress } from '../../addresses/comparisons'
import { Popover } from '../../ui/shell/popover'
import { actOn, dialogButton, type PauseBody } from './dialog-button'
import { ExportLinks } from './export-links'
import { ManageItems } from './manage-menu'
import { NotifyButton } from './notify-button'

interface Props {
  readonly view: EvaluationView
  readonly onChanged: () => Promise<void>
  readonly mayWrite: boolean
}

const CancelButton = dialogButton(() => import('./action-dialogs').then(({ CancelDialog }) => CancelDialog))
const PauseButton = dialogButton(() => import('./action-dialogs').then(({ PauseDialog }) => PauseDialog))
const ExtendButton = dialogButton(() => import('./action-dialogs').then(({ ExtendDialog }) => ExtendDialog))

interface Action {
  readonly verb: 'pause' | 'resume' | 'retry'
  readonly label: string
  readonly body?: PauseBody
}

/** What can be done with an evaluation in its present status, and its files. */
export function ActionMenu({ view, onChanged, mayWrite }: Props) {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      {failure === null ? null : <span role="alert">{failure}</span>}
      <Popover name="More actions">
        <div className="menu">
          <Link href={compareAddress({ evaluations: view.id })} prefetch={false}>
            Compare
          </Link>
          <NotifyButton view={view} ask={onChanged} />
          {mayWrite ? <Changes view={view} onChanged={onChanged} onFailure={setFailure} /> : null}
        </div>
        <ExportLinks view={view} />
      </Popover>
    </>
  )
}

interface ChangesProps extends Omit<Props, 'mayWrite'> {
  readonly onFailure: (why: string | null) => void
}

function Changes({ view, onChanged, onFailure }: ChangesProps) {
  const [busy, setBusy] = useState(false)
  const act = async ({ verb, body }: Action) => {
    setBusy(true)
    onFailure(await actOn(view.id, verb, body))
    setBusy(false)
    await onChanged()
  }
  return (
    <>
      {view.status === 'running' ? (
        <PauseButton view={view} onDone={onChanged}>
          Pause
        </PauseButton>
      ) : null}
      {actionsOf(view).map((action) => (
        <button key={action.label} type="button" disabled={busy} onClick={() => void act(action)}>
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
      <ManageItems view={view} onChanged={onChanged} />
    </>
  )
}

const RESUME: Action = { verb: 'resume', label: 'Resume' }
const STOP: Action = { verb: 'pause', label: 'Stop calls in flight', body: { stopCalls: true } }
const RETRY: Action = { verb: 'retry', label: 'Retry failed' }

function actionsOf({ status, samples, trials }: EvaluationView): Action[] {
  const paused = status === 'paused'
  return [
    ...(paused ? [RESUME] : []),
    ...(paused && samples.inFlight > 0 ? [STOP] : []),
    ...(trials.blocked > 0 && status !== 'cancelled' ? [RETRY] : []),
  ]
}
