import type { z } from 'zod'
import type { Parameters, Route } from './route.js'

/** A route's input after validation; a body that may come as lines is left to the route to parse. */
export type Asked<R extends Route> = (R extends { path: infer P extends Parameters }
  ? { readonly path: { readonly [Name in keyof P]: z.output<P[Name]['schema']> } }
  : unknown) &
  (R extends { query: infer Q extends Parameters } ? { readonly query: Some<Q> } : unknown) &
  (R extends { headers: infer H extends Parameters } ? { readonly headers: Some<H> } : unknown) &
  (R extends { lines: object }
    ? unknown
    : R extends { body: infer B extends z.ZodType }
      ? { readonly body: z.output<B> }
      : unknown)

type Some<P extends Parameters> = { readonly [Name in keyof P]: z.output<P[Name]['schema']> | undefined }
