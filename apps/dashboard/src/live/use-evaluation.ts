'use client'
import type { EvaluationView } from '@cges-fleet/core'
import { useState, useSyncExternalStore } from 'react'
import { EvaluationFeed, type FeedState } from './evaluation-feed'

/** Follows an evaluation from the snapshot the server rendered, for as long as the page is open. */
export function useEvaluation(initial: EvaluationView): FeedState & { readonly ask: () => Promise<void> } {
  const [feed] = useState(() => new EvaluationFeed(initial))
  const state = useSyncExternalStore(feed.subscribe, feed.snapshot, feed.snapshot)
  return { ...state, ask: feed.ask }
}
