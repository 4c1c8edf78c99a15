import { issueText, valueText } from '@cges-fleet/core'
import { z } from 'zod'
import { endMeaning, isEnd, logEnd } from '../../end-meaning.js'
import { BARE_SAMPLE, type LogEntry, type LogQuestion, type LogRow, type LogSample } from '../log-entry.js'
import { parseGrade } from '../log-grade.js'
import { finalAnswer, Identifier, identityOf, LogProbability, TokenCount } from '../row-fields.js'
import { type LogMap, SAMPLE_FIELDS, unmappedPath } from './log-map.js'
import { noColumn, noSamples, noText, TEXT_HOLDERS } from './map-problems.js'
import { drawnLogProbabilities, isTokenPlace, withDrawnTokens } from './token-places.js'

/** Why a sample failed whose row has nothing where the map names its response. */
export const NO_RESPONSE = 'the row holds no response'

/** A row that does not hold what its map names; the message says what is where. */
class UnmappedRow extends Error {}

/**
 * Parses a row of any form by a map. Without `id` a question is known by its line, so that several files of one run hold
 * several samples of the same questions. `samples` names a list of samples, whose fields are then paths within each (or
 * within the row, with a leading `$`); without it the fields are paths within the row, and one that holds a list is one
 * value a sample.
 */
export function parseMappedRow(row: unknown, line: number, map: LogMap): LogRow {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { ok: false, problem: `is ${valueText(row)}, expected an object` }
  try {
    const samples = samplesOf(row, map)
    return { ok: true, entry: { question: questionOf(row, line, map), samples, ...unmappedOf(row, map) } }
  } catch (error) {
    if (error instanceof UnmappedRow) return { ok: false, problem: error.message }
    throw error
  }
}

/** The samples' grades of a row as a map names them, one for each of so many samples. */
export function mappedGrades(row: unknown, map: LogMap, samples: number): ReturnType<typeof parseGrade>[] | string {
  const values = listed(map.grade?.(row) ?? [])
  if (values.length !== samples) return `grade: --map names ${values.length} values, and the row has ${samples} samples`
  return values.map(parseGrade)
}

function questionOf(row: object, line: number, map: LogMap): LogQuestion {
  const given = map.id?.(row)[0]
  const id = map.id === undefined ? `q${line}` : Identifier.safeParse(given, { error: issueText }).data
  if (id === undefined)
    throw new UnmappedRow(
      given === undefined
        ? noColumn(row, map.written?.id)
        : `id: --map names ${valueText(given)}, expected text or a number below 2^53`,
    )
  const answer = first(map.answer?.(row) ?? [])
  if (answer !== null && typeof answer === 'object') {
    throw new UnmappedRow(`answer: --map names ${valueText(answer)}, expected text or a number`)
  }
  return {
    ...identityOf(id),
    question: promptText(map.question?.(row)[0]),
    answer: answer === null ? null : finalAnswer(plainText(answer)),
  }
}

function samplesOf(row: object, map: LogMap): LogSample[] {
  const read = map.logprobs === undefined ? row : withDrawnTokens(row)
  const columns = map.samples === undefined ? rowColumns(read, map) : sampleColumns(read, map)
  const count = Math.max(0, ...Object.values(columns).map(({ length }) => length))
  for (const field of SAMPLE_FIELDS) {
    const found = columns[field]?.length
    if (found !== undefined && found !== count) {
      throw new UnmappedRow(
        `${field}: --map names ${found} values, and the row has ${count} samples: there must be one for each`,
      )
    }
  }
  if (count === 0) throw new UnmappedRow(noSamples(row, map.written))
  const textless = noText(row, columns.text ?? [], map.written)
  if (textless !== null) throw new UnmappedRow(textless)
  return Array.from({ length: count }, (_, at) => sampleOf(columns, at))
}

/** Where the row has log-probabilities and how samples ended, if its map names none: paths that can be added to it. */
function unmappedOf(row: object, map: LogMap): Pick<LogEntry, 'unmapped'> {
  const path = (field: 'finish' | 'logprobs') => {
    const found = map[field] === undefined ? unmappedPath(row, field) : null
    return found === null ? {} : { [field]: map.samples === undefined ? found : `$.${found}` }
  }
  return { unmapped: { ...path('finish'), ...path('logprobs') } }
}

type SampleField = (typeof SAMPLE_FIELDS)[number]
type Columns = Partial<Record<SampleField, readonly unknown[]>>

function rowColumns(row: unknown, map: LogMap): Columns {
  return Object.fromEntries(
    SAMPLE_FIELDS.flatMap((field) => {
      const path = map[field]
      const values = path === undefined ? [] : valuesOf(field, path(row))
      // A row can lack what another has; one that has it for some of its samples is refused.
      return values.length === 0 ? [] : [[field, values]]
    }),
  )
}

function sampleColumns(row: unknown, map: LogMap): Columns {
  const samples = listed(map.samples?.(row) ?? [])
  const columns = SAMPLE_FIELDS.flatMap((field): [string, readonly unknown[]][] => {
    const path = map[field]
    if (path === undefined) return []
    const values =
      map.rooted?.has(field) === true
        ? valuesOf(field, path(row))
        : samples.map((sample) => valueOf(field, path(sample)))
    return [[field, values]]
  })
  const areTexts = map.text === undefined && samples.every((sample) => typeof sample === 'string')
  return { ...(areTexts ? { text: samples } : {}), ...Object.fromEntries(columns) }
}

function sampleOf({ text, extracted, finish, grade, ...numbers }: Columns, at: number): LogSample {
  const answer = extracted?.[at]
  const response = text === undefined ? null : responseText(text[at])
  const read = <Value>(field: keyof typeof numbers, schema: z.ZodType<Value>, expected: string): Value | null => {
    const value = numbers[field]?.[at] ?? null
    const known = schema.nullable().safeParse(value === '' ? null : value)
    if (known.success) return known.data
    const hint = Array.isArray(value) && value.some(isTokenPlace) ? UNKNOWN_DRAWN : ''
    throw new UnmappedRow(`${field}: --map names ${valueText(value)}, expected ${expected}${hint}`)
  }
  return {
    ...BARE_SAMPLE,
    text: response,
    ...endOf(finish?.[at]),
    ...(response === null && extracted === undefined ? { error: NO_RESPONSE } : {}),
    ...(extracted === undefined ? {} : { answer: answer == null ? null : plainText(first([answer])) }),
    ...parseGrade(grade?.[at]),
    completionTokens: read('tokens', numeral(TokenCount), 'a whole number of tokens'),
    confidence: read('confidence', numeral(z.number()), 'a number'),
    reward: read('reward', numeral(z.number()), 'a number'),
    logprobs: read('logprobs', TokenLogProbabilities, LOGPROBS_FORM),
  }
}

/** How a sample ended, in a word of a model server; a table without types has an empty one. */
function endOf(value: unknown): Pick<LogSample, 'finish' | 'error'> {
  const word = z.string().nullish().safeParse(value).data
  const isKnown = (value ?? null) === null || (word != null && (!isEnd(word) || endMeaning(word) !== null))
  if (isKnown) return logEnd(word)
  throw new UnmappedRow(`finish: --map names ${valueText(value)}, expected a finish_reason such as stop or length`)
}

const LOGPROBS_FORM =
  'the drawn tokens’ log-probabilities: a list of numbers, of {"logprob": …}, or of vLLM’s {"TOKEN ID": {"logprob": …}}'
const UNKNOWN_DRAWN =
  '. To name the drawn token of each place: log token_ids beside them, or [p[t].logprob for t, p in zip(o.token_ids, o.logprobs)]'

/** A number, also as the text that a table without types has it in. */
function numeral(schema: z.ZodType<number>): z.ZodType<number> {
  return z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), schema)
}

/** The log-probabilities of a sample's tokens: numbers, or as servers answer them. */
const TokenLogProbabilities = z.preprocess((value) => {
  const tokens = Array.isArray(value) ? value : (fieldOf(value, 'content') ?? fieldOf(value, 'token_logprobs'))
  if (!Array.isArray(tokens)) return value
  if (tokens.length > 0 && tokens.every(isTokenPlace)) return drawnLogProbabilities(tokens)
  return tokens.map((token) => fieldOf(token, 'logprob') ?? (token as unknown))
}, z.array(LogProbability))

/** The value of a sample's field; a path that leads to each token's log-probability gives the list of them. */
function valueOf(field: SampleField, values: readonly unknown[]): unknown {
  return field === 'logprobs' && areNumbers(values) ? values : values[0]
}

function areNumbers(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((each) => typeof each === 'number')
}

/** The values of a sample's field, one for each sample; log-probabilities are a list for each. */
function valuesOf(field: SampleField, values: readonly unknown[]): readonly unknown[] {
  if (field === 'logprobs' && areNumbers(values)) return [values]
  const [only] = values
  const isOneSample = field === 'logprobs' && Array.isArray(only) && !only.some(holdsTokens)
  return isOneSample ? values : listed(values)
}

/** Whether this is a sample's tokens, and not one of them. */
function holdsTokens(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !('logprob' in value) && !isTokenPlace(value)
}

/** One list among a path's values stands for the values in it. */
function listed(values: readonly unknown[]): readonly unknown[] {
  const [only] = values
  return values.length === 1 && Array.isArray(only) && !isMessages(only) ? only : values
}

/** A conversation is one value. */
function isMessages(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((each) => typeof each === 'object' && each !== null && 'role' in each)
}

function first(values: readonly unknown[]): unknown {
  const [value = null] = values
  return Array.isArray(value) ? ((value[0] as unknown) ?? null) : value
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * The text of a question as programs log it: text, or a conversation, of which the last message that is not the model's
 * counts. Null if it is neither.
 */
export function promptText(value: unknown): string | null {
  if (!Array.isArray(value)) return textOf(value)
  const prompts = value.filter((each) => !isAnswer(each))
  return textOf(prompts.at(-1) ?? value[0])
}

/** The text of a response: text, or a conversation, of which the model's last message counts. Null if it is neither. */
export function responseText(value: unknown): string | null {
  if (!Array.isArray(value)) return textOf(value)
  return textOf(value.findLast(isAnswer) ?? (value.length === 1 ? value[0] : null))
}

const ANSWERS_AS = new Set(['assistant', 'bot', 'model'])

function isAnswer(message: unknown): boolean {
  return ANSWERS_AS.has(String(fieldOf(message, 'role')).toLowerCase())
}

/** Texts, messages, their parts, and the names that programs give to what a message says. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const parts = value.flatMap((part) => textOf(part) ?? [])
    return parts.length === 0 ? null : parts.join('\n')
  }
  for (const name of TEXT_HOLDERS) {
    const said = fieldOf(value, name)
    if (said !== undefined && said !== null) return textOf(said)
  }
  return null
}

function fieldOf(holder: unknown, name: string): unknown {
  return Object.entries(holder ?? {}).find(([key]) => key === name)?.[1]
}
