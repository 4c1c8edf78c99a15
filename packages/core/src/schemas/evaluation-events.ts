import { z } from 'zod'
import { EvaluationReason } from './notes.js'

/** Something that happened to an evaluation as a whole. */
export const EvaluationEvent = z.object({
  sequence: z.int(),
  at: z.string(),
  kind: z.enum([
    'submitted',
    'imported',
    'paused',
    'resumed',
    'cancelled',
    'extended',
    'retried',
    'blocked',
    'alarm',
    'set_aside',
    'stuck',
    'budget_stopped',
    'failed',
    'decided',
    'done',
  ]),
  reason: EvaluationReason.nullable(),
})
export type EvaluationEvent = z.infer<typeof EvaluationEvent>

/** The events of an evaluation, oldest first. */
export const EventList = z.object({ events: z.array(EvaluationEvent) })
export type EventList = z.infer<typeof EventList>
