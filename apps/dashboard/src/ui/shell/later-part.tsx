'use client'

import { type ComponentType, lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { fetchOnce } from './fetch-later'

/**
 * Makes a component whose script is fetched after its page's. The server's markup stays as it was sent until the script
 * is there: React discards markup whose props change before it can take it over.
 */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const fetched = fetchOnce(load)
  const Part = lazy(() => fetched().then((component) => ({ default: component })))
  return function LaterPart(props: Props) {
    const [isHere, setHere] = useState(false)
    const [first] = useState(
      <Suspense>
        <Part {...props} />
      </Suspense>,
    )
    useEffect(() => {
      let isShown = true
      void fetched().then(() => {
        if (isShown) startTransition(() => setHere(true))
      })
      return () => {
        isShown = false
      }
    }, [])
    if (!isHere) return first
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
