import { z } from 'zod'
import { ShareEstimate } from './share-estimate.js'

/** A rule's outcome at one value of its parameter. */
export const CurvePoint = z.object({
  at: z.number().describe('the parameter’s value'),
  calls: z.number().describe('per question'),
  tokens: z
    .number()
    .nullable()
    .describe('generated in these calls, per question; null where those of one are not known'),
  accuracy: z.number().describe('of the trials where the method has a verdict'),
  stopped: z.int().describe('trials its test stopped, before the budget was used up'),
  error: ShareEstimate.nullable().describe('share of wrong answers among those; null where there is none'),
})
export type CurvePoint = z.infer<typeof CurvePoint>

/** A method's outcome at other values of the parameter that trades calls for accuracy. */
export const MethodCurve = z.object({
  key: z.string(),
  varies: z.string(),
  own: z.number().describe('the method’s own value; its point has the method’s own figures'),
  points: z.array(CurvePoint).describe('by replaying the stored samples; ascending in the parameter'),
  left: z.int().describe('values left out because samples they would need were not drawn'),
  area: z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'mean accuracy over all numbers of calls from 1 to the budget, with its 95 % interval over resampled questions: no value is chosen for it; null where values are left out',
    ),
  areaByTokens: z
    .object({ value: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe(
      'the same over all numbers of tokens, from those of one call to those of the whole budget; null where some are not known, or samples of the budget were not drawn',
    ),
  constant: z
    .object({ confidence: z.number(), points: z.array(CurvePoint) })
    .nullable()
    .describe('CGES: the same with one confidence for all answers, the share of right ones: what counting alone gives'),
  missing: z.string().nullable().describe('why there is no point at all, else null'),
})
export type MethodCurve = z.infer<typeof MethodCurve>
