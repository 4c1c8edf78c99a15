import type { z } from 'zod'
import type { Address, Lines, Parameters, Route } from './route.js'

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

/** A route's input after validation; a body that may come as lines is left to the route to parse. */
export type Input<R extends Route> = (R extends { path: infer P extends Parameters }
  ? { readonly path: { readonly [Name in keyof P]: z.output<P[Name]['schema']> } }
  : unknown) &
  (R extends { query: infer Q extends Parameters } ? { readonly query: Optional<Q> } : unknown) &
  (R extends { headers: infer H extends Parameters } ? { readonly headers: Optional<H> } : unknown) &
  (R extends { lines: object }
    ? unknown
    : R extends { body: infer B extends z.ZodType }
      ? { readonly body: z.output<B> }
      : unknown)

type Optional<P extends Parameters> = { readonly [Name in keyof P]: z.output<P[Name]['schema']> | undefined }

/** A route's successful answer; undefined if it is no JSON of a schema. */
export type Answered<R extends Route> = R extends Route ? Success<R['answers']> : never

type Success<Answers> = {
  [Status in keyof Answers & (200 | 201 | 202 | 204 | 302)]: Answers[Status] extends {
    schema: infer Schema extends z.ZodType
  }
    ? z.output<Schema>
    : undefined
}[keyof Answers & (200 | 201 | 202 | 204 | 302)]

type All = typeof import('./all-routes.js')

/** The route that a value names: itself, or the one at an address. */
export type NamedRoute<Named extends Route | Address> = Named extends Route
  ? Named
  : Extract<All[keyof All], { readonly at: Named }>

interface AnyPlace {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>> | undefined
}

/** Builds the path and query of a route, for links and for requests sent by other means than a client. */
export function pathOf<const Named extends Route | Address>(
  named: Named,
  ...[place]: object extends Place<NamedRoute<Named>> ? [Place<NamedRoute<Named>>?] : [Place<NamedRoute<Named>>]
): string {
  return writePath('at' in named ? named.at : named, place ?? {})
}

/** Builds them for a route that is only known at run time. Undefined values are left out. */
export function writePath({ path }: Address, { path: values = {}, query = {} }: AnyPlace): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  return search === '' ? filled : `${filled}?${search}`
}
