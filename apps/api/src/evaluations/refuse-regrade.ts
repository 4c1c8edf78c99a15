import type { RegradeRequest } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'

/** Refuses a regrade that cannot be done, saying why. */
export function refuseRegrade(request: RegradeRequest, id: string, gradingVersion: number): void {
  switch (request.kind) {
    case 'asked':
      return
    case 'unknown':
      throw new Refusal('not_found', `There is no evaluation ${id}.`)
    case 'running':
      throw new Refusal('conflict', 'The evaluation is still running: regrade it when it has ended.')
    case 'current':
      throw new Refusal('conflict', `The evaluation is graded with version ${gradingVersion}, the newest, already.`)
  }
}
