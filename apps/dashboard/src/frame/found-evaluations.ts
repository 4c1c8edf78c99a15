'use client'
import { listEvaluations } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { api } from '../api/browser-client'
import { pageIn } from '../evaluations/page-in'

/** An evaluation whose name contains the text typed. */
export interface FoundEvaluation {
  readonly id: string
  readonly name: string
  readonly status: string
}

const PAUSE_MS = 150
const MOST = 8

/** Finds evaluations by name while the reader types; the newest if nothing is typed. */
export function useFoundEvaluations(text: string): readonly FoundEvaluation[] {
  const [found, setFound] = useState<readonly FoundEvaluation[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(() => {
      void find(text, leaving.signal).then((evaluations) => {
        if (evaluations !== null) setFound(evaluations)
      })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])
  return found
}

async function find(text: string, signal: AbortSignal): Promise<readonly FoundEvaluation[] | null> {
  try {
    const query = text === '' ? {} : { q: text.slice(0, 80) }
    return pageIn(await api.call(listEvaluations, { query }, { signal }))?.evaluations.slice(0, MOST) ?? null
  } catch {
    return null
  }
}
