import type { EvaluationView } from '@cges-fleet/core'
import { GetEvaluation } from '@cges-fleet/core/contract'
import { cache } from 'react'
import { type ApiAnswer, fetchApi } from './fetch-api'

/** Reads one evaluation as its page shows it; once per request, however many parts of the page ask. */
export const fetchEvaluation = cache((id: string): Promise<ApiAnswer<EvaluationView>> =>
  fetchApi(GetEvaluation, { path: { id } }),
)
