import { followEvaluation } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { AnyText, EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const FollowEvaluation = {
  at: followEvaluation,
  summary: 'Follow an evaluation: server-sent events, each a whole snapshot',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  headers: { 'Last-Event-ID': { about: 'the version seen last', schema: AnyText } },
  answers: {
    200: { about: 'events: snapshot (EvaluationView), then bye', type: 'text/event-stream' },
    204: { about: 'ended, and this version was seen' },
    404: { problem: UNKNOWN },
  },
} as const satisfies Route
