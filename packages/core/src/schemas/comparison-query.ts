import { z } from 'zod'
import { MOST_COMPARED } from '../most-compared.js'
import { EvaluationId } from './evaluation-id.js'

/** The most figures a comparison shows: evaluations times methods. */
export const MOST_ARMS = 48

const distinct = (values: readonly string[]) => new Set(values).size === values.length

const evaluations = z
  .string()
  .max(40 * MOST_COMPARED)
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(
    z
      .array(EvaluationId)
      .min(1, 'must name at least one evaluation')
      .max(MOST_COMPARED, `must name at most ${MOST_COMPARED} evaluations`)
      .refine(distinct, 'must name each evaluation once'),
  )

const methods = z
  .string()
  .max(300 * MOST_COMPARED)
  .transform((text) => text.split(';').filter((name) => name.trim() !== ''))
  .pipe(z.array(z.string().max(300)).min(1).max(MOST_COMPARED, `must name at most ${MOST_COMPARED} methods`))

/**
 * What is compared with what: `with` the base evaluation (each method with the same method there, unless `against` names one), or
 * each method with another of its own evaluation, as a suite's table does.
 */
export const ComparisonQuery = z.object({
  evaluations: evaluations.optional().describe(`ids of up to ${MOST_COMPARED} evaluations, with commas between them`),
  suite: z.string().trim().min(1).max(120).optional().describe('the name of a suite, in place of ids'),
  with: z
    .enum(['base', 'own'])
    .optional()
    .describe('base, unless given: compare with the base evaluation; own: with a method of the same evaluation'),
  base: EvaluationId.optional().describe('the evaluation that others are compared with; the first unless given'),
  against: z
    .string()
    .max(300)
    .optional()
    .describe('the method that all are compared with; unless given the same method, and with own: SC'),
  methods: methods.optional().describe('the methods shown, with semicolons between them; all unless given'),
  unpaired: z
    .enum(['1'])
    .optional()
    .describe('1: compare evaluations without questions in common by their shares alone'),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>
