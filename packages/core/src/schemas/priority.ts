import { z } from 'zod'
import { PRIORITIES } from '../fairness/priority.js'

/** Which of a team's own evaluations go first in a pool. */
export const Priority = z.enum(PRIORITIES, 'must be low, normal or high')
export type Priority = z.infer<typeof Priority>

/** An evaluation's new priority. */
export const PriorityChange = z.strictObject({ priority: Priority })
export type PriorityChange = z.infer<typeof PriorityChange>
