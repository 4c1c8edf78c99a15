'use client'
import { useMemo } from 'react'
import { store } from '../../frame/stored'
import { useStored } from '../../frame/use-stored'
import type { Draft } from './draft'

const WHERE = 'sessionStorage'

/** Keeps a draft in this tab until it is submitted, so that neither a reload nor a wrong turn loses it. */
export function useDraft(name: string, first: Draft) {
  const text = useStored(name, WHERE)
  const draft = useMemo(() => draftIn(text) ?? first, [text, first])
  const change = (changes: Partial<Draft>) => store(name, JSON.stringify({ ...draft, ...changes }), WHERE)
  const forget = () => store(name, null, WHERE)
  return { draft, isKept: text !== null, change, forget }
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
