import { z } from 'zod'
import { ShareEstimate } from './share-estimate.js'

/** The audit's report: how drawing some trials to the largest budget judges the methods that stopped earlier. */
export const AuditReport = z.object({
  share: z.number().describe('of the trials, as it was asked for'),
  budget: z.int().describe('what each audited trial is drawn on to: the largest budget among the methods'),
  trials: z.int().describe('audited trials'),
  found: z
    .object({
      whole: z.int().describe('audited trials with all these samples; nothing here is about the others'),
      calls: z.int().describe('samples drawn for the audit alone; they count as drawn, and for no method'),
      tokens: z.int().describe('generated in those'),
      methods: z
        .array(ShareEstimate.extend({ key: z.string() }))
        .describe(
          'of the n whole audited trials that the method stopped on before that budget, the share where the vote of all samples is its answer; answers withheld are not among them, and a method without such stops is left out',
        ),
    })
    .nullable()
    .describe('null until done'),
  said: z.array(z.string()).describe('all of it in words'),
})
export type AuditReport = z.infer<typeof AuditReport>
