import { Regrade } from '@cges-fleet/core'
import { id, refused, type Route, unknown } from './route.js'

/** The routes of grading again what an evaluation drew. */
export const REGRADE_ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/evaluations/{id}/regrade',
    audit: 'evaluation.regrade',
    summary: 'Read and decide the stored samples again with the present grading version, at no call',
    policy: 'evaluations:write',
    parameters: [id],
    answers: {
      202: { about: 'asked for; done when finishedAt is set', schema: Regrade },
      404: unknown,
      409: { ...refused, about: 'it is running, or graded with this version already' },
    },
  },
  {
    method: 'get',
    path: '/v1/evaluations/{id}/regrade',
    summary: 'Read what the newest regrade flipped: answers, verdicts, correctness',
    policy: 'evaluations:read',
    parameters: [id],
    answers: { 200: { about: 'the regrade', schema: Regrade }, 404: unknown },
  },
]
