'use client'
import type { EvaluationView, GammaAdvice } from '@cges-fleet/core'
import { getGammaAdvice } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser-client'
import { type Failing, failingBy } from '../../api/failing'

/** The advice on the γ for a signal: null while it is computed. */
export type GammaState = { readonly found: GammaAdvice | null; readonly failing: Failing | null } | null

/** Asks for the advice beside the page, once a signal: choosing γ takes seconds for many questions. */
export function useGammaAdvice(
  view: Pick<EvaluationView, 'id' | 'version'>,
  signal: GammaAdvice['signal'],
): GammaState {
  const wanted = `${view.id} ${view.version} ${signal}`
  const [found, setFound] = useState<{ readonly of: string; readonly state: GammaState } | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const [id = ''] = wanted.split(' ')
    void fetchAdvice(id, signal, leaving.signal).then((state) => {
      if (!leaving.signal.aborted) setFound({ of: wanted, state })
    })
    return () => leaving.abort()
  }, [wanted, signal])
  return found?.of === wanted ? found.state : null
}

async function fetchAdvice(id: string, signal: GammaAdvice['signal'], leaving: AbortSignal): Promise<GammaState> {
  try {
    const found = await api.call(getGammaAdvice, { path: { id, signal } }, { signal: leaving })
    return { found, failing: null }
  } catch (error) {
    return { found: null, failing: failingBy(error) }
  }
}
