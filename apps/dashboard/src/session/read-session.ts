import { SessionView } from '@cges-fleet/core'
import { cache } from 'react'
import { readApi } from '../api/read-api'

/** Reads who is signed in; null while the API does not answer. */
export const readSession = cache(async (): Promise<SessionView | null> => {
  const answer = await readApi('/v1/session', SessionView)
  return answer.ok ? answer.value : null
})
