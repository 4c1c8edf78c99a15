'use client'

import type { Problem } from '@cges-fleet/core'
import { getSession } from '@cges-fleet/core/addresses'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { ask } from '../../api/browser'
import { passesByItself } from '../../api/failing'
import { Instant } from '../format/instant'

interface Props {
  /** Null once nothing changes any more. */
  readonly everyMs: number | null
  /** Why the page could not be read, if so. */
  readonly problem: Problem | null
  /** When the server read it. */
  readonly renderedAt: number
  readonly children: ReactNode
}

interface Good {
  readonly page: ReactNode
  readonly readAt: number
}

/**
 * Refreshes a page whose numbers still change; while it cannot be refreshed, the last version stays, with a note of its
 * age.
 */
export function KeepFresh({ everyMs, problem, renderedAt, children }: Props) {
  const awaySince = useRefresh(everyMs)
  const [good, setGood] = useState<Good | null>(null)
  if (problem === null && good?.page !== children) setGood({ page: children, readAt: renderedAt })
  const kept = problem !== null && passesByItself(problem.status) ? good : null
  const readAt = kept?.readAt ?? awaySince
  return (
    <>
      {readAt === null || everyMs === null ? null : (
        <NotRefreshed readAt={readAt} everyMs={everyMs} why={awaySince === null ? (problem?.title ?? null) : null} />
      )}
      {kept?.page ?? children}
    </>
  )
}

/** A hanging API does not answer either. */
const ASK_TIMEOUT_MS = 8_000

/**
 * Refreshes the page at an interval in milliseconds, if one is given, but never while it is hidden, nor while the API
 * does not answer, which would lose its content. Returns when the content was loaded, on this browser's clock, while
 * the API does not answer; null while it does.
 */
function useRefresh(everyMs: number | null): number | null {
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
  const reply = await ask(getSession, {}, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
  return reply.ok || (reply.status !== null && reply.status < 500)
}

const EVERY_MS = 10_000

/** Asks for the page again until it works, so that a screen on a wall recovers by itself. */
export function AutoRetry() {
  useRefresh(EVERY_MS)
  return <>· trying again every {EVERY_MS / 1000} s</>
}

interface NotRefreshedProps {
  /** When what is shown was read, on this browser's clock. */
  readonly readAt: number
  readonly everyMs: number
  /** The API's reason for refusing the refresh; null if it gives none. */
  readonly why?: string | null
}

/** Warns that the page is no longer refreshed, states its age, and that refreshing resumes by itself. */
export function NotRefreshed({ readAt, everyMs, why = null }: NotRefreshedProps) {
  return (
    <p className="note-warning apart" role="status" data-testid="not-refreshed">
      ⚠ {why === null ? 'The API does not answer' : `This page cannot update: ${why}`}. These numbers are from{' '}
      <Instant at={new Date(readAt).toISOString()} />. Trying again every {everyMs / 1000} s.
    </p>
  )
}
