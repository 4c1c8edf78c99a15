import type { SessionView } from '@cges-fleet/core'
import { ReadSession } from '@cges-fleet/core/contract'
import { cache } from 'react'
import { readApi } from '../api/read-api'

/** Reads who is signed in; null while the API does not answer. */
export const readSession = cache(async (): Promise<SessionView | null> => {
  const answer = await readApi(ReadSession)
  return answer.ok ? answer.value : null
})
