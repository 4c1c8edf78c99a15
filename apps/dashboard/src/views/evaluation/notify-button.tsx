'use client'

import type { EvaluationView } from '@cges-fleet/core'
import { useEffect, useRef, useState } from 'react'
import { store, useStored } from '../../ui/preferences/stored'
import { fetchOnce } from '../../ui/shell/fetch-later'

interface NotifyButtonProps {
  readonly view: EvaluationView
  readonly ask: () => Promise<void>
}

/** The page itself loads only the button. */
const notice = fetchOnce(() => import('./end-notice'))

/** Has the browser notify the reader when the evaluation ends; asks for the browser's permission only when pressed. */
export function NotifyButton({ view, ask }: NotifyButtonProps) {
  const name = `notify ${view.id}`
  const on = useStored(name, 'sessionStorage') !== null
  const [why, setWhy] = useState('')
  const running = view.finishedAt === null
  const seen = useRef(running)
  useEffect(() => {
    if (!on) return undefined
    if (!running) {
      store(name, null, 'sessionStorage')
      if (seen.current) void notice().then(({ notifyOfEnd }) => notifyOfEnd(view))
      return undefined
    }
    let stop: (() => void) | null = () => {}
    void notice().then(({ watchHidden }) => {
      if (stop !== null) stop = watchHidden(ask)
    })
    return () => {
      stop?.()
      stop = null
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the view changes four times a second, and only its end matters
  }, [on, running, name, ask])
  if (!running) return null
  const toggle = async () => {
    if (on) return store(name, null, 'sessionStorage')
    const refused = await (await notice()).askPermission()
    setWhy(refused ?? '')
    if (refused === null) store(name, 'on', 'sessionStorage')
  }
  return (
    <>
      <button type="button" aria-pressed={on} onClick={() => void toggle()}>
        {on ? 'Will notify at the end' : 'Notify at the end'}
      </button>
      <span role="status" className="muted">
        {why}
      </span>
    </>
  )
}
