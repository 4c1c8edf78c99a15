'use client'
import { getSession } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ask } from '../api/ask'

/** A hanging API does not answer either. */
const ASK_TIMEOUT_MS = 8_000

/**
 * Refreshes the page at an interval in milliseconds, if one is given, but never while it is hidden, nor while the API
 * does not answer, which would lose its content. Returns when the content was loaded, on this browser's clock, while
 * the API does not answer; null while it does.
 */
export function useRefresh(everyMs: number | null): number | null {
  const { refresh } = useRouter()
  const [oldSince, setOldSince] = useState<number | null>(null)
  useEffect(() => {
    if (everyMs === null) return undefined
    let gone = false
    let readAt = Date.now()
    const again = async () => {
      if (document.visibilityState !== 'visible') return
      const answers = await apiAnswers()
      if (gone) return
      if (answers) readAt = Date.now()
      setOldSince(answers ? null : readAt)
      if (answers) refresh()
    }
    const timer = setInterval(() => void again(), everyMs)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [refresh, everyMs])
  return oldSince
}

async function apiAnswers(): Promise<boolean> {
  const asked = await ask(getSession, {}, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
  return asked.ok || (asked.status !== null && asked.status < 500)
}
