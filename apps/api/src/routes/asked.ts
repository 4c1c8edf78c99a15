import type { Asked as AskedOf, Parameters, Route } from '@cges-fleet/core/contract'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { z } from 'zod'
import type { HttpRequest } from '../http/http-request.js'
import { schemaRefusal } from '../http/schema-refusal.js'
import { routeServedBy } from './serves.js'

/** A route's validated input, by its contract. */
export type Asked<R extends Route> = AskedOf<R>

/** Injects a route's input, validated by its schemas: path, query, headers, body. Refuses what does not fit. */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext): object => {
  const route = routeServedBy(context.getHandler())
  if (route === undefined) throw new Error('a method asked for what its route takes, but serves none')
  return parseAsked(route, context.switchToHttp().getRequest<HttpRequest>())
})

function parseAsked(route: Route, { params, query, headers, body }: HttpRequest): object {
  return {
    ...(route.path === undefined ? {} : { path: parsePath(route.path, params) }),
    ...(route.query === undefined ? {} : { query: parseNamed(route.query, (name) => query[name]) }),
    ...(route.headers === undefined
      ? {}
      : { headers: parseNamed(route.headers, (name) => headers[name.toLowerCase()]) }),
    ...(route.body === undefined || route.lines !== undefined ? {} : { body: checked(route.body, body) }),
  }
}

function parsePath(parameters: Parameters, params: HttpRequest['params']): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { schema }]) => [name, checked(schema, params[name])]),
  )
}

/** Parses optional parameters; a refusal names the one at fault. */
function parseNamed(parameters: Parameters, valueOf: (name: string) => unknown): object {
  const given = Object.entries(parameters).flatMap(([name, { schema }]) => {
    const value = valueOf(name)
    return value === undefined ? [] : [[name, checked(schema, value, [name])]]
  })
  return Object.fromEntries(given)
}

function checked(schema: z.ZodType, value: unknown, place: readonly string[] = []): unknown {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw schemaRefusal(read.error.issues, place)
}
