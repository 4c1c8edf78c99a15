import type { z } from 'zod'
import type { Lines, Parameters, Route } from './route.js'

/** What a caller passes to a route: required values are required, and nothing else is accepted. */
export type Asking<R extends Route> = Place<R> &
  (R extends { headers: infer H extends Parameters } ? { readonly headers?: Some<H> | undefined } : unknown) &
  (R extends { body: infer B extends z.ZodType } ? Body<B, R> : unknown)

/** The part of it that goes into a URL. */
export type Place<R extends Route> = (R extends { path: infer P extends Parameters }
  ? { readonly path: { readonly [Name in keyof P]: z.input<P[Name]['schema']> } }
  : unknown) &
  (R extends { query: infer Q extends Parameters } ? { readonly query?: Some<Q> | undefined } : unknown)

type Some<P extends Parameters> = { readonly [Name in keyof P]?: z.input<P[Name]['schema']> | undefined }

type Body<B extends z.ZodType, R extends Route> = R extends { lines: infer L extends Lines }
  ? { readonly body: z.input<B> } | { readonly lines: readonly [z.input<L['first']>, ...z.input<L['each']>[]] }
  : undefined extends z.input<B>
    ? { readonly body?: z.input<B> }
    : { readonly body: z.input<B> }
