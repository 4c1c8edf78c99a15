'use client'
import type { Forecast } from '@cges-fleet/core'
import { forecastEvaluation } from '@cges-fleet/core/addresses'
import { useEffect, useState } from 'react'
import { ask, type FieldFault } from '../../api/ask'
import { typedIn } from './typed-in'

/** The API's view of a draft. */
export interface Foreseen {
  /** The latest; it may be of an earlier draft while another is requested, or if this one has faults. */
  readonly forecast: Forecast | null
  readonly faults: readonly FieldFault[]
  /** Why there is none, if no field is at fault. */
  readonly why: string | null
  readonly pending: boolean
}

const PAUSE_MS = 350
const NOTHING: Omit<Foreseen, 'pending'> & { readonly of: string } = { of: '', forecast: null, faults: [], why: null }

/**
 * Asks the API to forecast a submission, each time it has changed and settled. The same answer reports its faults,
 * found by the very schema and checks that submission uses.
 */
export function useForecast(submission: string): Foreseen {
  const [seen, setSeen] = useState(NOTHING)
  useEffect(() => {
    let isNewest = true
    const timer = setTimeout(() => {
      void ask(forecastEvaluation, { body: typedIn(submission) }).then((asked) => {
        if (!isNewest) return
        setSeen((before) =>
          asked.ok
            ? { of: submission, forecast: asked.answer, faults: [], why: null }
            : { ...before, of: submission, faults: asked.faults, why: asked.faults.length > 0 ? null : asked.why },
        )
      })
    }, PAUSE_MS)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [submission])
  return { ...seen, pending: seen.of !== submission }
}
