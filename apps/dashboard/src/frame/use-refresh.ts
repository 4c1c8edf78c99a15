'use client'
import { getSession } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ask } from '../api/ask'

/** An API that is stuck rather than away does not answer either. */
const ASK_TIMEOUT_MS = 8_000

/**
 * Reads the page again every so many milliseconds, if any, never while it is hidden, nor while the API does not answer, which would lose what
 * is shown. Gives when that was read while the API does not answer, on this browser's clock; null while it does.
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
