import { isSetMethod, methodKey, methodLabel, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { z } from 'zod'

/** The fewest questions that an evaluation decides before it may end, unless it says otherwise. */
export const LEAST_QUESTIONS = 50
/** In points of accuracy. */
const DEFAULT_MARGIN = 1

const WIDTH = 'must be a number of points above 0, at most 100, such as 4'
const MARGIN = 'must be a number of points from 0 to 100, such as 1'
const LEAST = 'must be a whole number of questions from 1 to 1,000,000'

const isOne = (given: readonly unknown[]) => given.filter((each) => each !== undefined).length === 1

const fields = {
  accuracy: z
    .number(WIDTH)
    .gt(0, WIDTH)
    .max(100, WIDTH)
    .optional()
    .describe('ends once every method’s accuracy is known to within limits this many points apart')
    .meta({ examples: [4] }),
  decided: z
    .string()
    .max(300)
    .optional()
    .describe('ends once each other method is shown to lose no more than `margin` to this one, or to lose more')
    .meta({ examples: ['sc@16'] }),
  best: z
    .literal(true, 'must be true')
    .optional()
    .describe('ends once one method leads and each other is shown to be worse by more than `margin`, or level with it')
    .meta({ examples: [true] }),
  margin: z
    .number(MARGIN)
    .min(0, MARGIN)
    .max(100, MARGIN)
    .optional()
    .describe(`points of accuracy that do not matter; ${DEFAULT_MARGIN} unless given`)
    .meta({ examples: [2] }),
  atLeast: z
    .int(LEAST)
    .min(1, LEAST)
    .max(1_000_000, LEAST)
    .default(LEAST_QUESTIONS)
    .describe('questions it decides at least')
    .meta({ examples: [100] }),
}

const models = z
  .string()
  .max(300)
  .optional()
  .describe(
    'compares the models by this method: ends one once another is shown to be better by more than `margin`, and those that are left once all are worse or level',
  )
  .meta({ examples: ['sc@16'] })

const noMargin = (goals: string) => `goes with ${goals}. accuracy says how wide the limits may be`

function takesMargin({ accuracy, margin }: { accuracy?: number | undefined; margin?: number | undefined }): boolean {
  return accuracy === undefined || margin === undefined
}

/** When an evaluation may end before its last question, as people write it; points of accuracy. */
export const UntilDraft = z
  .strictObject(fields)
  .refine(({ accuracy, decided, best }) => isOne([accuracy, decided, best]), 'name one of accuracy, decided and best')
  .refine(takesMargin, { path: ['margin'], message: noMargin('decided and best') })
export type UntilDraft = z.output<typeof UntilDraft>

/** The same for the evaluations of a suite, whose models may be compared too. */
export const SuiteUntilDraft = z
  .strictObject({ ...fields, models })
  .refine(
    ({ accuracy, decided, best, models: by }) => isOne([accuracy, decided, best, by]),
    'name one of accuracy, decided, best and models',
  )
  .refine(takesMargin, { path: ['margin'], message: noMargin('decided, best and models') })
export type SuiteUntilDraft = z.output<typeof SuiteUntilDraft>

const atLeast = z.int().describe('questions decided at least')
const margin = z.number().describe('a difference of accuracy that does not matter, as a share')

/** When an evaluation may end before its last question; widths and margins are shares of 1. */
export const Until = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accuracy'), width: z.number().describe('as a share'), atLeast }),
  z.object({ kind: z.literal('decided'), baseline: z.string().describe('a method’s key'), margin, atLeast }),
  z.object({ kind: z.literal('best'), margin, atLeast }),
  z.object({
    kind: z.literal('models'),
    method: z.string().describe('the key of the method by which models are compared'),
    models: z.array(z.string()).describe('the pools of the suite'),
    group: z.string().describe('the same in the evaluations that are compared'),
    margin,
    atLeast,
  }),
])
export type Until = z.infer<typeof Until>
/** A goal that is about the methods of one evaluation. */
export type MethodsUntil = Exclude<Until, { readonly kind: 'models' }>
/** A goal that is about the models of a suite. */
export type ModelsUntil = Extract<Until, { readonly kind: 'models' }>

/** What a look shows of a method. */
export const UntilDecision = z.object({
  key: z.string(),
  outcome: z
    .enum(['narrow', 'wide', 'worse', 'close', 'leads', 'open', 'better'])
    .describe(
      'accuracy: `narrow`, or still `wide`; else `worse` by more than the margin, `close` to within it or better, `leads`, or `open`; of other models `worse`, `better`, `close` or `open`, beside this one',
    ),
  low: z.number().describe('limit of the accuracy, or of the difference to the baseline or the leader'),
  high: z.number(),
})
export type UntilDecision = z.infer<typeof UntilDecision>

/** Whether an evaluation may end, by its first `closed` trials. */
export const UntilLook = z.object({ closed: z.int(), holds: z.boolean(), decisions: z.array(UntilDecision) })
export type UntilLook = z.infer<typeof UntilLook>

/** Why an evaluation cannot end so before its last question, and the field of the draft that it is about. */
interface UntilProblem {
  readonly path: readonly string[]
  readonly problem: string
}

/**
 * Reads what somebody wrote of when an evaluation may end; `budget` is of a method that names none, `pools` are those of a
 * suite.
 */
export function readUntil(
  { accuracy, decided, models: by, margin: points, atLeast: least }: SuiteUntilDraft,
  methods: readonly MethodSpec[],
  budget: number,
  pools: readonly string[] = [],
): Until | UntilProblem {
  const wide = (points ?? DEFAULT_MARGIN) / 100
  if (by !== undefined) {
    const parsed = parseMethodSpec(by, budget)
    if (!parsed.ok) return { path: ['models'], problem: `must be a method, such as sc@16: ${parsed.problem}` }
    const method = methodKey(parsed.spec)
    const until: Until = { kind: 'models', method, models: [...pools], group: '', margin: wide, atLeast: least }
    return untilProblem(until, methods) ?? until
  }
  if (decided === undefined) {
    const until: Until =
      accuracy === undefined
        ? { kind: 'best', margin: wide, atLeast: least }
        : { kind: 'accuracy', width: accuracy / 100, atLeast: least }
    return untilProblem(until, methods) ?? until
  }
  const parsed = parseMethodSpec(decided, budget)
  if (!parsed.ok) return { path: ['decided'], problem: `must be a method, such as sc@16: ${parsed.problem}` }
  const until: Until = { kind: 'decided', baseline: methodKey(parsed.spec), margin: wide, atLeast: least }
  return untilProblem(until, methods) ?? until
}

/** Finds why an evaluation with these methods cannot end so before its last question; null if it can. */
export function untilProblem(until: Until, methods: readonly MethodSpec[]): UntilProblem | null {
  const ranked = methods.find(isSetMethod)
  if (ranked !== undefined) {
    return { path: [], problem: `does not go with ${methodLabel(ranked)}, which takes all questions together` }
  }
  if (until.kind === 'accuracy') return null
  const keys = new Set(methods.map(methodKey))
  if (until.kind === 'models') {
    if (until.models.length < 2)
      return { path: ['models'], problem: 'compares models; it goes with a suite of two pools or more' }
    return keys.has(until.method)
      ? null
      : { path: ['models'], problem: `${until.method} is not among the methods that run; add it to them` }
  }
  if (until.kind === 'decided' && !keys.has(until.baseline)) {
    return { path: ['decided'], problem: `${until.baseline} is not among the methods that run; add it to them` }
  }
  return keys.size < 2 ? { path: [], problem: 'compares methods; name at least two' } : null
}

/** Writes when an evaluation may end as people write it. */
export function untilDraft(until: MethodsUntil): UntilDraft {
  const { atLeast: least } = until
  switch (until.kind) {
    case 'accuracy':
      return { accuracy: points(until.width), atLeast: least }
    case 'decided':
      return { decided: until.baseline, margin: points(until.margin), atLeast: least }
    case 'best':
      return { best: true, margin: points(until.margin), atLeast: least }
  }
}

function points(share: number): number {
  return Math.round(share * 1e6) / 1e4
}
