import { EvaluationView } from '@cges-fleet/core'
import { cache } from 'react'
import { type ApiAnswer, readApi } from './read-api'

/** Reads one evaluation as its page shows it; once per request, however many parts of the page ask. */
export const readEvaluation = cache((id: string): Promise<ApiAnswer<EvaluationView>> =>
  readApi(`/v1/evaluations/${encodeURIComponent(id)}`, EvaluationView),
)
