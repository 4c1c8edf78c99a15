import type { z } from 'zod'
import type { Scope } from '../schemas/role.js'
import type { Address } from './address.js'

/** A value that a path, a query or a header holds. */
export interface Parameter {
  readonly about: string
  readonly schema: z.ZodType
}

/** Parameters by their names; those of a path are always there, all others may be left out. */
export type Parameters = Readonly<Record<string, Parameter>>

/** What an answer of one status holds: JSON of a schema, or, without one, what its media type says. */
export interface Answer {
  readonly about: string
  readonly schema?: z.ZodType
  readonly type?: string
}

/** An answer that says why not, as a problem document. */
export interface ProblemAnswer {
  readonly problem: string
}

/** A body that may be sent as lines of JSON too. */
export interface Lines {
  readonly first: z.ZodType
  /** Each line after the first. */
  readonly each: z.ZodType
  /** The most bytes all of them may have. */
  readonly bytes: number
}

/** All there is to know of a route of the API: where it is, who may use it, what it takes and what it answers. */
export interface Route {
  readonly at: Address
  readonly summary: string
  /** What its callers must hold. A route without a scope is not served. */
  readonly scope: Scope | 'anyone'
  /** What the log calls it, for routes whose use is written down there. */
  readonly audit?: string
  readonly path?: Parameters
  readonly query?: Parameters
  readonly headers?: Parameters
  readonly body?: z.ZodType
  readonly lines?: Lines
  /** Its body may hold NUL and halves of surrogate pairs, which its schema keeps from where they cannot be stored. */
  readonly anyCharacters?: true
  /** Members and elements of its body as JSON, where there may be more than of any. */
  readonly mostMembers?: number
  /** By status: each success, and the problems besides those that every route may have. */
  readonly answers: Readonly<Record<number, Answer | ProblemAnswer>>
}
