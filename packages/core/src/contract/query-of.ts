import type { z } from 'zod'
import type { Parameter } from './route.js'

/** Writes the fields of a query's schema as parameters, each with what its schema says it means. */
export function queryOf<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): { readonly [Name in keyof Shape]: Parameter & { readonly schema: Shape[Name] } } {
  const named = Object.entries(shape).map(([name, schema]) => [name, { about: schema.description ?? name, schema }])
  return Object.fromEntries(named) as { [Name in keyof Shape]: Parameter & { schema: Shape[Name] } }
}
