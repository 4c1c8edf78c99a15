import type { z } from 'zod'
import type { Scope } from '../schemas/identity.js'

/** The address of a route: a verb and a path, whose `{parameters}` stand for whole segments. */
export interface Address {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
}

/** A parameter of a path, a query or a header. */
export interface Parameter {
  readonly about: string
  readonly schema: z.ZodType
}

/** Parameters by name; those of a path are required, all others optional. */
export type Parameters = Readonly<Record<string, Parameter>>

/** The content of a successful answer: JSON of a schema or, without one, what its media type says. */
export interface Answer {
  readonly about: string
  readonly schema?: z.ZodType
  readonly type?: string
}

/** A refusal, as a problem document. */
export interface ProblemAnswer {
  readonly problem: string
}

/** A body that may also be sent as lines of JSON. */
export interface Lines {
  readonly first: z.ZodType
  /** Each line after the first. */
  readonly each: z.ZodType
  /** The most bytes all of them may have. */
  readonly bytes: number
}

/** The declaration of a route of the API: its address, who may use it, its input and its answers. */
export interface Route {
  readonly at: Address
  readonly summary: string
  /** The scope its callers need; `link`: a share link, whoever has it. A route without a scope is not served. */
  readonly scope: Scope | 'anyone' | 'link'
  /** Its action in the audit log, for routes that are audited. */
  readonly audit?: string
  /** Whether the log keeps what it answered, such as a price. */
  readonly auditsAnswer?: true
  readonly path?: Parameters
  readonly query?: Parameters
  readonly headers?: Parameters
  /** It takes parameters of any name: another program adds its own, and they are ignored. */
  readonly anyQuery?: true
  readonly body?: z.ZodType
  /** Its body is a form, as browsers post it. */
  readonly form?: true
  readonly lines?: Lines
  /** Its body may contain NUL and lone surrogates; its schema rejects them in fields that cannot store them. */
  readonly anyCharacters?: true
  /** Members and elements its JSON body may have, if more than the default. */
  readonly mostMembers?: number
  /** By status: each success, and the problems besides those that every route may have. */
  readonly answers: Readonly<Record<number, Answer | ProblemAnswer>>
}

/** Returns a route's name for people: `GET /v1/pools`. */
export function routeName({ at: { method, path } }: Pick<Route, 'at'>): string {
  return `${method.toUpperCase()} ${path}`
}

/** Refusals shared by several routes, as their OpenAPI document words them. */
export const REFUSED = 'refused: names the field and the remedy'
export const UNKNOWN = 'there is none'
export const AWAY = 'a store cannot be reached'

/** Members and elements of the largest bodies: of 2,000 samples with all their signals, or as many short questions as fit into 1 MB. */
export const MANY_MEMBERS = 50_000
