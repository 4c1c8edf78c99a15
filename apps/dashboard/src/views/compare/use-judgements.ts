'use client'

import type { ComparisonStatistics } from '@cges-fleet/core'
import { judgeComparison } from '@cges-fleet/core/addresses'
import { useCallback, useContext, useEffect, useState } from 'react'
import { queryOf, type ComparedQuery } from '../../addresses/comparisons'
import { ByShareLink } from '../../addresses/team-link'
import { ask } from '../../api/browser'

interface Found {
  readonly statistics: ComparisonStatistics | null
  /** Why it cannot be had; null while it is on its way, and once it is there. */
  readonly problem: string | null
}

/** The judgements of the differences, as far as they are known. */
export interface Judgements extends Found {
  readonly again: () => void
}

/**
 * Fetches the judgements of a comparison's differences if the server's page did not include them: the first time takes
 * seconds.
 */
export function useJudgements(query: ComparedQuery, initial: ComparisonStatistics | null): Judgements {
  const [found, setFound] = useState<Found>({ statistics: null, problem: null })
  const queryText = JSON.stringify(queryOf(query))
  // The page of a share link is read again until they are there.
  const isAwaited = useContext(ByShareLink)
  const isKnown = initial !== null
  const read = useCallback(async () => {
    const answer = await ask(judgeComparison, { query: JSON.parse(queryText) as Record<string, string> })
    return answer.ok ? { statistics: answer.answer, problem: null } : { statistics: null, problem: answer.why }
  }, [queryText])
  useEffect(() => {
    if (isKnown || isAwaited) return
    let isLeft = false
    void read().then((each) => {
      if (!isLeft) setFound(each)
    })
    return () => {
      isLeft = true
    }
  }, [read, isKnown, isAwaited])
  const again = () => {
    setFound({ statistics: null, problem: null })
    void read().then(setFound)
  }
  return { ...(isKnown ? { statistics: initial, problem: null } : found), again }
}
