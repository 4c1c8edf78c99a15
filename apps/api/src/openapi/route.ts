import { Problem, type Scope } from '@cges-fleet/core'
import { z } from 'zod'
import { EvaluationId, IDEMPOTENCY_KEY } from '../evaluations/evaluation-id.js'

export interface Answer {
  readonly about: string
  readonly schema?: z.ZodType
  readonly type?: string
}

/** Of 2,000 samples with all their signals, or as many short questions as fit into 1 MB. */
export const MANY_MEMBERS = 50_000

/** What is declared of a route: what it takes and gives, and who may use it. */
export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  /** The scope its callers need. Without one there is no route: deny is the default. */
  readonly policy: Scope | 'anyone'
  /** What the log calls it, for routes whose use is written down there. */
  readonly audit?: string
  /** What a line holds, and how many bytes all of them, where it takes its body as lines of JSON too. */
  readonly lines?: { readonly schema: z.ZodType; readonly bytes: number }
  /** Its body may hold NUL and halves of surrogate pairs, which its schema keeps from where they cannot be stored. */
  readonly anyCharacters?: true
  /** Members and elements of its body as JSON, where there may be more than of any. */
  readonly mostMembers?: number
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly about: string
    /** Any text unless given. */
    readonly schema?: z.ZodType
  }[]
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, Answer>>
}

const problem = (about: string): Answer => ({ about, schema: Problem, type: 'application/problem+json' })

export const id = { name: 'id', in: 'path', about: 'the id of an evaluation', schema: EvaluationId } as const

/** The header that makes a submission safe to send again; what it names is said by each route. */
export const idempotencyKey = (same: string) =>
  ({ name: 'Idempotency-Key', in: 'header', about: same, schema: z.string().regex(IDEMPOTENCY_KEY) }) as const

/** The refusals that several routes give. */
export const refused = problem('refused: names the field and the remedy')
export const unknown = problem('there is none')
export const away = problem('a store cannot be reached')
export const conflict = problem('it is not in a state for this')

/** What any route may answer besides what it declares: its caller is unknown, may not, or asks too often; or a body is too large. */
export function commonAnswers(route: Route): Readonly<Record<number, Answer>> {
  return {
    400: refused,
    403: problem('the key does not have the scope, or the request comes from another site'),
    429: problem('too many requests: Retry-After says when'),
    ...(route.policy === 'anyone' ? {} : { 401: problem('no key, or one that does not work') }),
    ...(route.lines === undefined ? {} : { 408: problem('the lines come too slowly') }),
    ...(route.body === undefined
      ? {}
      : { 411: problem('the body does not say how long it is'), 413: problem('the body is too large') }),
    503: away,
  }
}
