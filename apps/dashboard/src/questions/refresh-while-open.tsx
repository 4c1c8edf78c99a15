'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const EVERY_MS = 4000

/** Reads a question's page again every few seconds while it is still being drawn, never while hidden. */
export function RefreshWhileOpen() {
  const { refresh } = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [refresh])
  return null
}
