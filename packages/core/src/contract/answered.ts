import type { z } from 'zod'
import type { Route } from './route.js'

/** What a route answers where it does what it was asked; undefined where the answer is no JSON of a schema. */
export type Answered<R extends Route> = {
  [Status in keyof R['answers'] & (200 | 201 | 202 | 204)]: R['answers'][Status] extends {
    schema: infer Schema extends z.ZodType
  }
    ? z.output<Schema>
    : undefined
}[keyof R['answers'] & (200 | 201 | 202 | 204)]
