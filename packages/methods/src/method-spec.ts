import { z } from 'zod'
import { type MethodSpec as Spec, RULES } from './rules/all-rules.js'
import type { ExternalSpec as External } from './rules/external.js'
import { MAX_BUDGET, type Parameter } from './rules/parameter.js'
import { parametersOf } from './rules/shared-parameters.js'
import { parseShapes } from './shapes/shape-list.js'

export { MAX_BUDGET }
export { type CertifiedSpec, METHOD_NAMES, type SetMethodSpec, type TrialMethodSpec } from './rules/all-rules.js'

/** The budget of a method that names none. */
export const DEFAULT_BUDGET = 16

function budgetOf(most: number) {
  return z
    .int('must be a whole number of samples')
    .min(1, 'must be at least 1 sample')
    .max(most, `must be at most ${most} samples`)
}

/** A stopping-and-aggregation rule with its parameters and its budget B, every default filled in. */
export const MethodSpec = asMethodSpec(
  z.discriminatedUnion('method', [schemaOf(RULES[0]), ...RULES.slice(1).map(schemaOf)]),
)
export type MethodSpec = Spec

/** DSC with its parameters: it ranks questions by difficulty and spends samples on the hard ones. */
export type DscSpec = Extract<Spec, { method: 'dsc' }>

/** The largest budget a rule takes. */
export function mostBudget(rule: { readonly mostVotes?: number }): number {
  return rule.mostVotes ?? MAX_BUDGET
}

function schemaOf(rule: (typeof RULES)[number]) {
  const { name } = rule
  const fields = Object.entries(parametersOf(rule)).map(([key, parameter]) => [key, fieldOf(parameter)] as const)
  return z.strictObject({ method: z.literal(name), ...Object.fromEntries(fields), budget: budgetOf(mostBudget(rule)) })
}

function fieldOf(parameter: Parameter): z.ZodType {
  const value = valueOf(parameter)
  if ('optional' in parameter) return value.optional()
  return 'preset' in parameter && parameter.preset !== undefined ? value.default(parameter.preset) : value
}

function valueOf(parameter: Parameter): z.ZodType {
  switch (parameter.reads) {
    case 'number': {
      const { whole, from, to, closed = false } = parameter
      if (whole) return z.int().min(from).max(to)
      const between = closed
        ? `must lie above ${from} and be at most ${to}`
        : `must lie strictly between ${from} and ${to}`
      const above = z.number().gt(from, between)
      return closed ? above.max(to, between) : above.lt(to, between)
    }
    case 'word':
      return z.enum(parameter.options)
    case 'pair': {
      const each = z.number().gt(parameter.from).lt(parameter.to)
      return z.tuple([each, each])
    }
    case 'shapes':
      return z.string().refine((text) => parseShapes(text) !== null, 'must be a list of shapes')
    case 'flag':
      return z.boolean()
    case 'support':
      return z.union([z.literal('dynamic'), z.strictObject({ fixed: z.int().min(2) })])
  }
}

/** The schema and the type come from the same tables: the compiler cannot follow the loop between them. */
function asMethodSpec(schema: z.ZodType): z.ZodType<Spec> {
  return schema as z.ZodType<Spec>
}

/** The name of an external rule, which its key contains. */
export const ExternalName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/u, 'must be of 1 to 40 letters a–z, digits, dots, hyphens and underscores')

/** An external rule, whose verdicts were imported. */
export const ExternalSpec: z.ZodType<External> = z.strictObject({
  method: z.literal('external'),
  name: ExternalName,
  budget: z.int().min(1).max(MAX_BUDGET),
})
export type ExternalSpec = External
