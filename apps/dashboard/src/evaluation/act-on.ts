import { cancelEvaluation, pauseEvaluation, resumeEvaluation, retryEvaluation } from '@cges-fleet/core/addresses'
import { ask } from '../api/ask'

const ACTIONS = {
  cancel: cancelEvaluation,
  pause: pauseEvaluation,
  resume: resumeEvaluation,
  retry: retryEvaluation,
} as const

/** Asks the API to do something to an evaluation; gives what went wrong in words, null if nothing did. */
export async function actOn(id: string, verb: keyof typeof ACTIONS): Promise<string | null> {
  const asked = await ask(ACTIONS[verb], { path: { id } })
  return asked.ok ? null : asked.why
}
