'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { awaitAddress, awaitedPath, onAwaited } from './awaited-address'

/** A page that loads sooner is not announced: a brief flash would only disturb. */
const SOON_MS = 150

/** The heights of each page's panels, in pixels, so that placeholders take the same space as the content. */
const HEIGHTS: readonly (readonly [page: RegExp, panels: readonly number[]])[] = [
  [/^\/evaluations\/[^/]+$/, [100, 90, 460, 480, 380]],
  [/^\/evaluations\/[^/]+\/questions\/./, [120, 420, 480]],
  [/^\/evaluations\/[^/]+\/signals$/, [90, 480, 480]],
  [/^\/evaluations\/new$/, [220, 640, 300]],
  [/^\/(compare|suite)$/, [120, 300, 360]],
  [/^\/pool$/, [120, 380, 380]],
  [/^\/settings/, [180, 240]],
]
const ONE_LIST = [640]

/** The page to come, as grey panels in its place, while the server takes longer over it than a moment. */
export function AwaitedPage() {
  const here = usePathname()
  const awaited = useSyncExternalStore(onAwaited, awaitedPath, () => null)
  const isAway = awaited !== null && awaited !== here
  const [late, setLate] = useState<string | null>(null)
  useEffect(() => {
    // A page that has been reached, even by a redirect, is no longer awaited.
    if (here !== '') awaitAddress(null)
  }, [here])
  useEffect(() => {
    if (!isAway) return
    const timer = setTimeout(() => setLate(awaited), SOON_MS)
    return () => clearTimeout(timer)
  }, [isAway, awaited])
  if (!isAway || late !== awaited) return null
  const panels = HEIGHTS.find(([page]) => page.test(awaited))?.[1] ?? ONE_LIST
  return (
    <div className="awaited" role="status" data-testid="awaited">
      <h1 className="sr-only">Loading the page</h1>
      <span className="awaited-title" />
      {panels.map((height, at) => (
        <span key={at} className="panel" style={{ height }} />
      ))}
    </div>
  )
}
