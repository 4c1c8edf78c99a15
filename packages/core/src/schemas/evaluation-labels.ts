import { z } from 'zod'

/** Most tags of one evaluation. */
export const MOST_TAGS = 20

/** A word or two by which people group their evaluations. */
export const Tag = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(40, 'must be at most 40 characters')
  .regex(/^[^,\p{Cc}]*$/u, 'must have no comma and no control character')

/** What people write on an evaluation after submission. Each value replaces the old one; omitted values stay. */
export const EvaluationLabels = z.strictObject({
  tags: z
    .array(Tag)
    .max(MOST_TAGS, `must be at most ${MOST_TAGS} tags`)
    .transform((tags) => [...new Set(tags)].toSorted())
    .optional()
    .describe('all its tags: those that are not named are taken off'),
  note: z
    .string()
    .trim()
    .max(4000, 'must be at most 4,000 characters')
    .optional()
    .describe('in plain text; an empty one takes it off'),
})
export type EvaluationLabels = z.infer<typeof EvaluationLabels>

/** Recent owners and tags in use, as suggestions. */
export const LabelsInUse = z.object({ owners: z.array(z.string()), tags: z.array(z.string()) })
export type LabelsInUse = z.infer<typeof LabelsInUse>
