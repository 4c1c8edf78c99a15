import { z } from 'zod'
import { commonAnswers, type Route } from './route.js'
import { ROUTES } from './routes.js'

/** The OpenAPI 3.1 document of this API, made from its list of routes and the schemas they check with. */
export function openapiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'cges-fleet', version: '1', description: 'Evaluations of early-stopping self-consistency.' },
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'an API key: cges_…' } } },
    paths,
  }
}

function operation(route: Route): Record<string, unknown> {
  return {
    summary: route.summary,
    ...(route.policy === 'anyone'
      ? {}
      : { security: [{ key: [] }], description: `Needs ${route.policy}.`, 'x-scope': route.policy }),
    ...(route.parameters === undefined
      ? {}
      : {
          parameters: route.parameters.map((parameter) => ({
            name: parameter.name,
            in: parameter.in,
            required: parameter.in === 'path',
            description: parameter.about,
            schema: jsonSchema(parameter.schema ?? z.string(), 'input'),
          })),
        }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(route.body, 'input') }, ...asLines(route) },
          },
        }),
    responses: Object.fromEntries(
      Object.entries({ ...commonAnswers(route), ...route.answers }).map(([status, answer]) => [
        status,
        {
          description: answer.about,
          ...(answer.schema === undefined
            ? {}
            : { content: { [answer.type ?? 'application/json']: { schema: jsonSchema(answer.schema, 'output') } } }),
        },
      ]),
    ),
  }
}

function asLines({ lines }: Route): Record<string, unknown> {
  return lines === undefined ? {} : { 'application/x-ndjson': { schema: jsonSchema(lines.schema, 'input') } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}
