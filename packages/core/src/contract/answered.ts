import type { z } from 'zod'
import type { Route } from './route.js'

/** A route's successful answer; undefined if it is no JSON of a schema. */
export type Answered<R extends Route> = R extends Route ? Success<R['answers']> : never

type Success<Answers> = {
  [Status in keyof Answers & (200 | 201 | 202 | 204)]: Answers[Status] extends {
    schema: infer Schema extends z.ZodType
  }
    ? z.output<Schema>
    : undefined
}[keyof Answers & (200 | 201 | 202 | 204)]
