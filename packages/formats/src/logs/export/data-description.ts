import { AnswerKind, type VoteRules } from '@cges-fleet/answers'
import {
  answeredBy,
  EvaluationStatus,
  type EvaluationView,
  Independence,
  type LogFormat,
  Provenance,
  Until,
} from '@cges-fleet/core'
import { isExternal } from '@cges-fleet/methods'
import { z } from 'zod'
import { parseAs, parseJson } from '../../lines/json-lines.js'

/** What a decided evaluation found of a method: estimates for all its questions, by the first n of its random order. */
const DecidedFigures = z.object({
  key: z.string().max(400),
  n: z.int(),
  accuracy: z.number(),
  accuracyLow: z.number().describe('limits for all questions, which hold at every look in 95 % of runs'),
  accuracyHigh: z.number(),
  calls: z.number().describe('charged per question'),
  callsLow: z.number(),
  callsHigh: z.number(),
})
export type DecidedFigures = z.infer<typeof DecidedFigures>

/**
 * An exported file's description of itself, so that its readers need no options to know how its answers are compared.
 */
export const DataDescription = z.object({
  evaluation: z.string().max(200).describe('its id'),
  provenance: Provenance.nullable().default(null).describe('what answered; null in files of before this was told'),
  kind: AnswerKind.describe('how answers are read and compared'),
  paper: z.boolean().default(false).describe('votes compare answers as they are written'),
  gradingVersion: z.int().nullable().describe('that the digest reads; null until the evaluation is done'),
  methods: z
    .array(z.string().max(400))
    .max(1000)
    .describe('keys of those that its digest holds, budgets included: no rule of another program'),
  replicates: z.int().min(1),
  seed: z.int(),
  independence: Independence.nullable()
    .default(null)
    .describe('distinct texts of the samples within each question; null in files of before this was counted'),
  textsDeletedAt: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe('when the team’s retention deleted the texts of its samples; null if it did not'),
  order: z.literal('index').describe('samples were decided in the order of their index'),
  digest: z.string().max(128).nullable().describe('SHA-256 over all verdicts; null until the evaluation is done'),
  status: EvaluationStatus.nullable().default(null).describe('null in files of before this was told'),
  until: Until.nullable().default(null).describe('when it may end before its last question'),
  decided: z
    .array(DecidedFigures)
    .nullable()
    .default(null)
    .describe('where its `until` ended it: the figures of its methods; there are no final ones'),
})
export type DataDescription = z.infer<typeof DataDescription>

/** The field that holds a description, in whatever place a format has for it. */
const DESCRIPTION_FIELD = 'cges'

/** Describes an evaluation's exported data. */
export function describeData(view: EvaluationView, { kind, paper }: VoteRules): DataDescription {
  const { id, gradingVersion, methods, replicates, seed, independence, textsDeletedAt, digest, status, until } = view
  return {
    evaluation: id,
    provenance: answeredBy(view),
    kind,
    paper,
    gradingVersion,
    methods: methods.filter(({ spec }) => !isExternal(spec)).map(({ key }) => key),
    replicates,
    seed,
    independence,
    textsDeletedAt,
    order: 'index',
    digest,
    status,
    until: until?.goal ?? null,
    decided: status === 'decided' ? methods.flatMap((method) => decidedFigures(method) ?? []) : null,
  }
}

/** A method's figures in an evaluation that its `until` ended; null in any other. */
export function decidedFigures({ key, live }: EvaluationView['methods'][number]): DecidedFigures | null {
  if (live?.decided !== true) return null
  const { n, value: accuracy, low: accuracyLow, high: accuracyHigh, calls, callsLow, callsHigh } = live
  return { key, n, accuracy, accuracyLow, accuracyHigh, calls, callsLow, callsHigh }
}

/** The largest budget of the methods described, the most samples of a question that one replicate can hold. */
export function describedBudget({ methods }: DataDescription): number {
  return methods.reduce((most, key) => Math.max(most, Number(/@(\d{1,4})$/u.exec(key)?.[1] ?? 1)), 1)
}

/** The first line of our own JSONL files. */
export function descriptionLine(description: DataDescription): string {
  return `${JSON.stringify({ [DESCRIPTION_FIELD]: description })}\n`
}

type DescriptionLine =
  | { readonly ok: true; readonly description: DataDescription }
  | { readonly ok: false; readonly problem: string }

const LINE = new RegExp(`^\\s*\\{\\s*"${DESCRIPTION_FIELD}"\\s*:`, 'u')

const Described = z.looseObject({ [DESCRIPTION_FIELD]: DataDescription })

/** Parses the line with which our own JSONL files begin; null if it is another line. */
export function parseDescriptionLine(text: string): DescriptionLine | null {
  if (!LINE.test(text)) return null
  const json = parseJson(text)
  if (!json.ok) return json
  const read = parseAs(Described, json.value)
  if (!read.ok) return read
  return { ok: true, description: read.value[DESCRIPTION_FIELD] }
}

/** Finds the description in a row of a format that allows nothing but rows; null if there is none. */
export function rowDescription(format: LogFormat, text: string): DataDescription | null {
  if (format !== 'lm-eval' && format !== 'nemo') return null
  const json = parseJson(text)
  return json.ok ? findDescription(fieldOf(json.value, format === 'nemo' ? 'metadata' : 'doc')) : null
}

/** Finds the description in an object; null if there is none that can be parsed. */
export function findDescription(holder: unknown): DataDescription | null {
  return DataDescription.safeParse(fieldOf(holder, DESCRIPTION_FIELD)).data ?? null
}

function fieldOf(holder: unknown, field: string): unknown {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, field)) return undefined
  return Object.entries(holder).find(([key]) => key === field)?.[1]
}
