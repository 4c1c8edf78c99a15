import { Problem } from '@cges-fleet/core'
import {
  type Answer,
  AWAY,
  type Parameter,
  type ProblemAnswer,
  REFUSED,
  type Route,
  ROUTES,
} from '@cges-fleet/core/contract'
import { z } from 'zod'

/** Builds the API's OpenAPI 3.1 document from the contract it is served by. */
export function openapiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of ROUTES) {
    const { path, method } = route.at
    paths[path] = { ...paths[path], [method]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'cges-fleet', version: '1', description: 'Evaluations of early-stopping self-consistency.' },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'an API key: cges_…' } } },
    paths,
  }
}

function operation(route: Route): Record<string, unknown> {
  const parameters = writtenParameters(route)
  return {
    summary: route.summary,
    ...(route.scope === 'anyone'
      ? {}
      : { security: [{ key: [] }], description: `Needs ${route.scope}.`, 'x-scope': route.scope }),
    ...(parameters.length === 0
      ? {}
      : {
          parameters: parameters.map((parameter) => ({
            name: parameter.name,
            in: parameter.in,
            required: parameter.in === 'path',
            description: parameter.about,
            schema: jsonSchema(parameter.schema, 'input'),
          })),
        }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { [bodyType(route)]: { schema: jsonSchema(route.body, 'input') }, ...asLines(route) },
          },
        }),
    responses: Object.fromEntries(
      Object.entries({ ...commonAnswers(route), ...route.answers }).map(([status, answer]) => [
        status,
        response(writtenAnswer(answer)),
      ]),
    ),
  }
}

function response({ about, schema, type = 'application/json' }: Answer): Record<string, unknown> {
  return {
    description: about,
    ...(schema === undefined ? {} : { content: { [type]: { schema: jsonSchema(schema, 'output') } } }),
  }
}

function bodyType({ form }: Route): string {
  return form === true ? 'application/x-www-form-urlencoded' : 'application/json'
}

function asLines({ lines }: Route): Record<string, unknown> {
  return lines === undefined ? {} : { 'application/x-ndjson': { schema: jsonSchema(lines.each, 'input') } }
}

/** Writes a schema of ours as JSON Schema: what it takes, or what it gives. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}

/**
 * Responses of any route besides its declared ones: unauthenticated, unauthorised, rate-limited, or too large a body.
 */
function commonAnswers(route: Route): Readonly<Record<number, Answer | ProblemAnswer>> {
  return {
    400: { problem: REFUSED },
    403: { problem: 'the key does not have the scope, or the request comes from another site' },
    429: { problem: 'too many requests: Retry-After says when' },
    ...(route.scope === 'anyone' ? {} : { 401: { problem: 'no key, or one that does not work' } }),
    ...(route.lines === undefined ? {} : { 408: { problem: 'the lines come too slowly' } }),
    ...(route.body === undefined
      ? {}
      : {
          411: { problem: 'the body does not say how long it is' },
          413: { problem: 'the body is too large' },
        }),
    503: { problem: AWAY },
  }
}

/** Describes a response in OpenAPI: a problem has a media type of its own. */
export function writtenAnswer(answer: Answer | ProblemAnswer): Answer {
  return 'problem' in answer ? { about: answer.problem, schema: Problem, type: 'application/problem+json' } : answer
}

/** A parameter with its name and place, as the API's document lists it. */
interface WrittenParameter extends Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

/** Lists a route's parameters: those of its path, of its query, and its headers. */
export function writtenParameters({ path, query, headers }: Route): WrittenParameter[] {
  const places = { path, query, header: headers }
  return Object.entries(places).flatMap(([place, parameters]) =>
    Object.entries(parameters ?? {}).map(([name, parameter]) => ({
      name,
      in: place as keyof typeof places,
      ...parameter,
    })),
  )
}
