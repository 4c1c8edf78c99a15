import { EventList } from '../../schemas/evaluation-event.js'
import { listEvents } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import { EVALUATION } from '../parameters.js'
import type { Route } from '../route.js'

export const ListEvents = {
  at: listEvents,
  summary: 'List what happened to an evaluation and why, oldest first',
  scope: 'evaluations:read',
  path: { id: EVALUATION },
  answers: { 200: { about: 'its events', schema: EventList }, 404: { problem: UNKNOWN } },
} as const satisfies Route
