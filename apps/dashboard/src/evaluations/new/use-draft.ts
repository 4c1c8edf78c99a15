'use client'
import { useEffect, useState } from 'react'
import { readStored, store } from '../../frame/stored'
import type { Draft } from './draft'

const WHERE = 'sessionStorage'

/** Keeps a draft in this tab until it is submitted, so that neither a reload nor a wrong turn loses it. */
export function useDraft(name: string, first: Draft) {
  const [draft, setDraft] = useState(first)
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    const kept = draftIn(readStored(name, WHERE))
    if (kept !== null) setDraft(kept)
    setRestored(kept !== null)
  }, [name])
  const change = (changes: Partial<Draft>) =>
    setDraft((before) => {
      const now = { ...before, ...changes }
      store(name, JSON.stringify(now), WHERE)
      return now
    })
  const forget = () => store(name, null, WHERE)
  const startOver = () => {
    forget()
    setDraft(first)
    setRestored(false)
  }
  return { draft, restored, change, forget, startOver }
}

/** Reads a draft back; one of another version of this page is none. */
function draftIn(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    const isDraft = typeof value === 'object' && value !== null && 'methods' in value && 'caps' in value
    return isDraft ? (value as Draft) : null
  } catch {
    return null
  }
}
