import { ExternalName, MAX_BUDGET } from '@cges-fleet/methods'
import { z } from 'zod'

/** Most verdicts of one batch. */
export const VERDICT_BATCH = 2000

/** Where an external rule stops on a trial. */
const ExternalVerdict = z.strictObject({
  questionId: z.string().min(1).max(200),
  replicate: z.int().min(0).max(999),
  calls: z.int().min(1).max(MAX_BUDGET).describe('samples it is charged for: the first of the trial’s'),
  answer: z.string().max(4_000).nullable().describe('one of the answers among those samples, by its class; or none'),
})

/** Some of the verdicts of an external rule on an evaluation's stored samples. */
export const ExternalVerdicts = z.strictObject({
  name: ExternalName.describe('what the rule is called: its verdicts are those of external:name=…@budget'),
  budget: z.int().min(1).max(MAX_BUDGET).describe('the samples a question that it may be charged for at most'),
  verdicts: z.array(ExternalVerdict).min(1).max(VERDICT_BATCH),
})
export type ExternalVerdicts = z.infer<typeof ExternalVerdicts>

/** The result of a batch; verdicts that were there already, and are the same, are not stored again. */
export const ExternalCount = z.object({
  key: z.string(),
  received: z.int(),
  stored: z.int(),
  missing: z.int().describe('trials without a verdict of this rule yet, blocked ones among them'),
})
export type ExternalCount = z.infer<typeof ExternalCount>
