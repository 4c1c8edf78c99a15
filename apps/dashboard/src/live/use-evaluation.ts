import type { EvaluationView } from '@cges-fleet/core'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { EvaluationFeed, type FeedState } from './evaluation-feed'

export interface FollowedEvaluation {
  /** The state to show: the newest, or the one that was current when updates were held. */
  readonly state: FeedState
  /** Holds updates, or resumes with the newest. */
  readonly toggleHold: () => void
  /** Asks for the newest snapshot now, and shows it. */
  readonly ask: () => Promise<void>
}

/** Follows an evaluation from the snapshot the server rendered, for as long as the page is open. */
export function useEvaluation(initial: EvaluationView): FollowedEvaluation {
  const [feed] = useState(() => new EvaluationFeed(initial))
  const newest = useSyncExternalStore(feed.subscribe, feed.snapshot, feed.snapshot)
  const [held, setHeld] = useState<FeedState | null>(null)
  const toggleHold = useCallback(
    () => setHeld((now) => (now === null ? { ...feed.snapshot(), connection: 'held' } : null)),
    [feed],
  )
  const ask = useCallback(async () => {
    setHeld(null)
    await feed.ask()
  }, [feed])
  return { state: held ?? newest, toggleHold, ask }
}
