'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { lazy, Suspense, useState } from 'react'
import { fetchOnce } from '../frame/fetch-once'

interface Props {
  readonly view: EvaluationView
  readonly onCancelled: () => Promise<void>
}

/** Fetched when the button is near to being pressed. */
const dialogModule = fetchOnce(() => import('./cancel-dialog'))
const CancelDialog = lazy(() => dialogModule().then(({ CancelDialog }) => ({ default: CancelDialog })))

/** Stops an evaluation for good, after saying what that means. */
export function CancelButton({ view, onCancelled }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="danger"
        aria-haspopup="dialog"
        onPointerEnter={() => void dialogModule()}
        onClick={() => setOpen(true)}
      >
        Cancel evaluation
      </button>
      <Suspense>
        {open ? <CancelDialog view={view} onCancelled={onCancelled} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
