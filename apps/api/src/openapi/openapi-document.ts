import { type Answer, type Route, ROUTES } from '@cges-fleet/core/contract'
import { z } from 'zod'
import { commonAnswers } from './common-answers.js'
import { writtenAnswer } from './written-answer.js'
import { writtenParameters } from './written-parameters.js'

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
            content: { 'application/json': { schema: jsonSchema(route.body, 'input') }, ...asLines(route) },
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

function asLines({ lines }: Route): Record<string, unknown> {
  return lines === undefined ? {} : { 'application/x-ndjson': { schema: jsonSchema(lines.each, 'input') } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}
