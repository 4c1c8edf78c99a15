'use client'
import type { Problem } from '@cges-fleet/core'
import { type ReactNode, useState } from 'react'
import { NotRefreshed } from './not-refreshed'
import { passesByItself } from './passes-by-itself'
import { useRefresh } from './use-refresh'

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
