import type { Asked as AskedOf, Parameters, Route } from '@cges-fleet/core/contract'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { z } from 'zod'
import type { HttpRequest } from '../http/http-request.js'
import { schemaRefusal } from '../http/schema-refusal.js'
import { routeServedBy } from './serves.js'

/** What a route was asked, by its contract. */
export type Asked<R extends Route> = AskedOf<R>

/** Hands a method what its route was asked, checked by the route's schemas: path, query, headers, body. Refuses what does not fit. */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext): object => {
  const route = routeServedBy(context.getHandler())
  if (route === undefined) throw new Error('a method asked for what its route takes, but serves none')
  return read(route, context.switchToHttp().getRequest<HttpRequest>())
})

function read(route: Route, { params, query, headers, body }: HttpRequest): object {
  return {
    ...(route.path === undefined ? {} : { path: readPath(route.path, params) }),
    ...(route.query === undefined ? {} : { query: readNamed(route.query, (name) => query[name]) }),
    ...(route.headers === undefined
      ? {}
      : { headers: readNamed(route.headers, (name) => headers[name.toLowerCase()]) }),
    ...(route.body === undefined || route.lines !== undefined ? {} : { body: checked(route.body, body) }),
  }
}

function readPath(parameters: Parameters, params: HttpRequest['params']): object {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { schema }]) => [name, checked(schema, params[name])]),
  )
}

/** What may be left out, each with its name where it is refused. */
function readNamed(parameters: Parameters, valueOf: (name: string) => unknown): object {
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
