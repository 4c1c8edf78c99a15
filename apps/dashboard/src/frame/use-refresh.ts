'use client'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Reads the page again every so many milliseconds, never while it is hidden. */
export function useRefresh(everyMs: number): void {
  const { refresh } = useRouter()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [refresh, everyMs])
}
