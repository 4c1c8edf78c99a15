'use client'

import type { EvaluationView } from '@cges-fleet/core'
import { cancelEvaluation, pauseEvaluation, resumeEvaluation, retryEvaluation } from '@cges-fleet/core/addresses'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { ask } from '../../api/browser'
import { fetchOnce } from '../../ui/shell/fetch-later'

/** Props of a dialog about an evaluation. */
export interface DialogProps {
  readonly view: EvaluationView
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

interface Props extends Omit<DialogProps, 'onClose'> {
  readonly className?: string
  readonly children: ReactNode
}

/** Makes a button whose dialog is loaded when the button is about to be pressed. */
export function dialogButton(load: () => Promise<ComponentType<DialogProps>>) {
  const fetched = fetchOnce(load)
  const Dialog = lazy(() => fetched().then((component) => ({ default: component })))
  return function DialogButton({ view, onDone, className, children }: Props) {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button
          type="button"
          className={className}
          aria-haspopup="dialog"
          onPointerEnter={() => void fetched()}
          onClick={() => setOpen(true)}
        >
          {children}
        </button>
        {open
          ? createPortal(
              // A dialog within a menu would close with it.
              <Suspense>
                <Dialog view={view} onDone={onDone} onClose={() => setOpen(false)} />
              </Suspense>,
              document.body,
            )
          : null}
      </>
    )
  }
}

const ACTIONS = {
  cancel: cancelEvaluation,
  pause: pauseEvaluation,
  resume: resumeEvaluation,
  retry: retryEvaluation,
} as const

/** How to pause: with `stopCalls`, calls in flight end at once. */
export interface PauseBody {
  readonly stopCalls?: boolean
}

/** Asks the API to do something to an evaluation; gives what went wrong in words, null if nothing did. */
export async function actOn(id: string, verb: keyof typeof ACTIONS, body: PauseBody = {}): Promise<string | null> {
  const reply = await ask(ACTIONS[verb], { path: { id }, body })
  return reply.ok ? null : reply.why
}
