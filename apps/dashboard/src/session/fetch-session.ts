import type { SessionView } from '@cges-fleet/core'
import { GetSession } from '@cges-fleet/core/contract'
import { cache } from 'react'
import { fetchApi } from '../api/fetch-api'

/** Reads who is signed in; null while the API does not answer. */
export const fetchSession = cache(async (): Promise<SessionView | null> => {
  const answer = await fetchApi(GetSession)
  return answer.ok ? answer.value : null
})
