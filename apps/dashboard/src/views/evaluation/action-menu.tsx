'use client'

import type { EvaluationView } from '@cges-fleet/core'
import Link from 'next/link'
import { useState } from 'react'
import { compareAddress } from '../../addresses/comparisons'
import { Popover } from '../../ui/shell/popover'
import { actOn, dialogButton } from './dialog-button'
import { ExportLinks } from './export-links'
import { ManageItems } from './manage-menu'
import { NotifyButton } from './notify-button'

interface Props {
  readonly view: EvaluationView
  readonly onChanged: () => Promise<void>
  readonly mayWrite: boolean
}

const CancelButton = dialogButton(() => import('./action-dialogs').then(({ CancelDialog }) => CancelDialog))
const ExtendButton = dialogButton(() => import('./action-dialogs').then(({ ExtendDialog }) => ExtendDialog))

type Action = { readonly verb: 'pause' | 'resume' | 'retry'; readonly label: string }

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
  const act = async ({ verb }: Action) => {
    setBusy(true)
    onFailure(await actOn(view.id, verb))
    setBusy(false)
    await onChanged()
  }
  return (
    <>
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
      <ManageItems view={view} onChanged={onChanged} />
    </>
  )
}

function actionsOf({ status, trials }: EvaluationView): Action[] {
  const retriable = trials.blocked > 0 && status !== 'cancelled'
  return [
    ...(status === 'running' ? [{ verb: 'pause', label: 'Pause' } as const] : []),
    ...(status === 'paused' ? [{ verb: 'resume', label: 'Resume' } as const] : []),
    ...(retriable ? [{ verb: 'retry', label: 'Retry failed' } as const] : []),
  ]
}
