'use client'

import type { ComparisonStatistics } from '@cges-fleet/core'
import { judgeComparison } from '@cges-fleet/core/addresses'
import { useCallback, useEffect, useState } from 'react'
import { askedOf, type ComparedQuery } from '../../addresses/comparisons'
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
  const asked = JSON.stringify(askedOf(query))
  const isKnown = initial !== null
  const read = useCallback(async () => {
    const answer = await ask(judgeComparison, { query: JSON.parse(asked) as Record<string, string> })
    return answer.ok ? { statistics: answer.answer, problem: null } : { statistics: null, problem: answer.why }
  }, [asked])
  useEffect(() => {
    if (isKnown) return
    let isLeft = false
    void read().then((each) => {
      if (!isLeft) setFound(each)
    })
    return () => {
      isLeft = true
    }
  }, [read, isKnown])
  const again = () => {
    setFound({ statistics: null, problem: null })
    void read().then(setFound)
  }
  return { ...(isKnown ? { statistics: initial, problem: null } : found), again }
}
