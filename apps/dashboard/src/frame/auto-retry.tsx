'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 10_000

/** Asks for the page again until it works, so that a screen on a wall recovers by itself. */
export function AutoRetry() {
  const { refresh } = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return <>· read again every {EVERY_MS / 1000} s</>
}
