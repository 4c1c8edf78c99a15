import type { EvaluationView } from '@cges-fleet/core'
import { ReadEvaluation } from '@cges-fleet/core/contract'
import { cache } from 'react'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one evaluation as its page shows it; once per request, however many parts of the page ask. */
export const readEvaluation = cache((id: string): Promise<ApiAnswer<EvaluationView>> =>
  readApi(ReadEvaluation, { path: { id } }),
)
