import { z } from 'zod'

const NO_INSTANT = 'must be a date and time with its zone, such as 2026-12-01T18:00:00Z'

/** When an evaluation is wanted, as people write it. */
export const WantedAt = z.iso.datetime({ offset: true, error: NO_INSTANT })

const CAPPED =
  'does not go with caps, which keep what is left for samples that are certain to be needed. Leave one of the two out'

interface Capped {
  readonly finishBy?: string | undefined
  readonly caps: { readonly calls?: number | undefined; readonly tokens?: number | undefined }
}

/** Refuses a time to finish by under a cap: drawing ahead of need could use the cap up. */
export function refuseFinishByUnderCaps({ finishBy, caps }: Capped, ctx: z.RefinementCtx): void {
  if (finishBy === undefined || (caps.calls === undefined && caps.tokens === undefined)) return
  ctx.addIssue({ code: 'custom', message: CAPPED, path: ['finishBy'] })
}

/** When an evaluation is wanted, and how far off that is. */
export const FinishBy = z.object({
  at: z.string().describe('as it was submitted'),
  secondsLeft: z.number().describe('until then: from now, or from its end once it has ended; negative after that'),
})
export type FinishBy = z.infer<typeof FinishBy>
