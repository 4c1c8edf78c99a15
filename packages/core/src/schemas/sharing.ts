import { z } from 'zod'
import { MOST_COMPARED } from '../most-compared.js'
import { Comparison, ComparisonQuery, ComparisonStatistics } from './comparison.js'
import { EvaluationId } from './evaluation-status.js'
import { EvaluationStatistics } from './evaluation-statistics.js'
import { EvaluationView } from './evaluation-view.js'

/** How long a share link works, in days, unless it is asked otherwise. */
export const SHARE_DAYS = 30
const MOST_SHARE_DAYS = 365

const { base, against, with: opponent, unpaired } = ComparisonQuery.shape

/** Evaluations side by side, and what was chosen of them: what a page of a comparison shows. */
export const ChosenComparison = z.strictObject({
  evaluations: z
    .array(EvaluationId)
    .min(1, 'must name at least one evaluation')
    .max(MOST_COMPARED, `must name at most ${MOST_COMPARED} evaluations`)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each evaluation once'),
  with: opponent,
  base,
  against,
  methods: z.array(z.string().max(300)).min(1).max(MOST_COMPARED).optional(),
  unpaired,
})
export type ChosenComparison = z.infer<typeof ChosenComparison>

const ComparisonName = z.string().trim().min(1, 'say what it shows').max(120)
const ComparisonNote = z.string().trim().max(2000)

/** What a share link shows. A suite is read by its name: evaluations that join it later are shown too. */
export const ShareTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('evaluation'), evaluation: EvaluationId }),
  z.strictObject({ kind: z.literal('suite'), suite: z.string().trim().min(1).max(120) }),
  ChosenComparison.extend({
    kind: z.literal('comparison'),
    name: ComparisonName.optional().describe('its title, for readers'),
    note: ComparisonNote.optional().describe('a text for readers'),
  }),
])
export type ShareTarget = z.infer<typeof ShareTarget>

const ShareDays = z
  .int('must be a whole number of days')
  .min(1, 'must be at least 1 day')
  .max(MOST_SHARE_DAYS, `must be at most ${MOST_SHARE_DAYS} days`)
  .describe('days until it expires')

/** A share link to make. */
export const NewShareLink = z.strictObject({ target: ShareTarget, days: ShareDays.default(SHARE_DAYS) })
export type NewShareLink = z.infer<typeof NewShareLink>

/** When a share link ends, counted from now. */
export const ShareLinkChange = z.strictObject({ days: ShareDays })
export type ShareLinkChange = z.infer<typeof ShareLinkChange>

/** A share link that works, as its team lists it. Its token was shown once, when it was made. */
export const ShareLinkView = z.object({
  id: z.string(),
  target: ShareTarget,
  names: z.array(z.string()).describe('of the evaluations it names, those that are still there'),
  createdBy: z.string().nullable().describe('the name of the key that made it; null on a fleet without sign-in'),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type ShareLinkView = z.infer<typeof ShareLinkView>

/** A new share link. Who has the token reads what it shows; it is not shown again. */
export const MadeShareLink = ShareLinkView.extend({
  token: z.string().describe('the last part of its address on the dashboard: /shared/<token>'),
})
export type MadeShareLink = z.infer<typeof MadeShareLink>

export const ShareLinkList = z.object({ links: z.array(ShareLinkView) })
export type ShareLinkList = z.infer<typeof ShareLinkList>

/** A share link's token: 256 random bits. */
export const ShareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the token of a share link')

const shared = { expiresAt: z.string().describe('when the link ends') }

/** What a share link shows its reader: no texts of questions or samples, no owner, tags, notes, events or money. */
export const SharedView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('evaluation'), ...shared, evaluation: EvaluationView }),
  z.object({ kind: z.literal('suite'), ...shared, suite: z.string(), comparison: Comparison }),
  z.object({
    kind: z.literal('comparison'),
    ...shared,
    name: z.string().nullable().describe('the title that was written for readers'),
    note: z.string().describe('the text that was written for readers; empty where there is none'),
    comparison: Comparison,
  }),
])
export type SharedView = z.infer<typeof SharedView>

/** What the shown figures are worth; of the other kind of target it is null. */
export const SharedStatistics = z.object({
  evaluation: EvaluationStatistics.nullable(),
  comparison: ComparisonStatistics.nullable(),
})
export type SharedStatistics = z.infer<typeof SharedStatistics>

/** A comparison to keep: what was chosen, with a name and a text. */
export const NewSavedComparison = z.strictObject({
  name: ComparisonName,
  note: ComparisonNote.default(''),
  chosen: ChosenComparison,
})
export type NewSavedComparison = z.infer<typeof NewSavedComparison>

/** A comparison that a team keeps. */
export const SavedComparison = NewSavedComparison.extend({
  id: z.string(),
  names: z.array(z.string()).describe('of its evaluations, those that are still there'),
  createdBy: z.string().nullable().describe('the name of the key that saved it; null on a fleet without sign-in'),
  createdAt: z.string(),
})
export type SavedComparison = z.infer<typeof SavedComparison>

export const SavedComparisons = z.object({ comparisons: z.array(SavedComparison) })
export type SavedComparisons = z.infer<typeof SavedComparisons>
