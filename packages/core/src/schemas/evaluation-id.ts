import { z } from 'zod'

/** The id of an evaluation, in a path. */
export const EvaluationId = z.uuid({
  error: ({ input }) =>
    `${JSON.stringify(input)} must be the id of an evaluation: submitting one gives it, and the address of its page ends with it`,
})
