import { z } from 'zod'
import { logEnd } from '../end-meaning.js'
import { parseAs, parseRow } from '../lines/json-lines.js'
import { BARE_SAMPLE, type LogRow, type LogSample } from './log-entry.js'
import { tokenLists, TokenLogprobs } from './row-fields.js'

const Choice = z.looseObject({
  message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
  finish_reason: z.string().nullish(),
  logprobs: TokenLogprobs.nullish(),
})

const Body = z.looseObject({
  model: z.string().optional(),
  choices: z.array(Choice).min(1),
  usage: z.looseObject({ prompt_tokens: z.int().nullish(), completion_tokens: z.int().nullish() }).nullish(),
})

const Answered = z.looseObject({ response: z.looseObject({ body: Body }) })

const Row = z.looseObject({
  custom_id: z.string().min(1),
  response: z.looseObject({ status_code: z.int(), body: z.unknown() }).nullish(),
  error: z.looseObject({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
})

/** The parts of a custom id. */
export interface BatchId {
  readonly questionId: string
  readonly index: number | null
}

/**
 * Parses a custom id: a known question's id, alone or followed by the sample's number (`q7-3`, `q7_3`, `q7:3`, `q7:3:0`
 * with an attempt). Null if it names no known question.
 */
export function parseCustomId(customId: string, isKnown: (id: string) => boolean): BatchId | null {
  if (isKnown(customId)) return { questionId: customId, index: null }
  const match = /^(.+?)[-_:#/](\d+)(?::\d+)?$/u.exec(customId)
  const [, questionId, index] = match ?? []
  if (questionId !== undefined && isKnown(questionId)) return { questionId, index: Number(index) }
  const greedy = /^(.+)[-_:#/](\d+)$/u.exec(customId)
  if (greedy?.[1] !== undefined && isKnown(greedy[1])) return { questionId: greedy[1], index: Number(greedy[2]) }
  return null
}

/**
 * Parses a line of an OpenAI Batch output file. It has neither question nor reference answer, so `isKnown` tells which
 * ids belong to a question given elsewhere. A request for several choices gives that many samples.
 */
export function parseBatchRow(text: string, isKnown: (id: string) => boolean): LogRow {
  const read = parseRow(text, Row)
  if (!read.ok) return read
  const { custom_id: customId, response, error } = read.value
  const named = parseCustomId(customId, isKnown)
  if (named === null) {
    return {
      ok: false,
      problem: `custom_id: ${JSON.stringify(customId)} names no question: give them with --questions`,
    }
  }
  const question = { id: named.questionId, question: null, answer: null }
  const failure = failureOf(response, error)
  if (failure !== null) {
    return { ok: true, entry: { question, samples: [{ ...BARE_SAMPLE, index: named.index, error: failure }] } }
  }
  const answered = parseAs(Answered, { response })
  if (!answered.ok) return answered
  const { choices, usage, model } = answered.value.response.body
  const samples = choices.map((choice, place): LogSample => ({
    ...sampleOf(choice),
    index: choices.length === 1 ? named.index : named.index === null ? null : named.index * choices.length + place,
    promptTokens: usage?.prompt_tokens ?? null,
    completionTokens: choices.length === 1 ? (usage?.completion_tokens ?? null) : null,
    ...(usage == null ? {} : lackingIn(usage)),
  }))
  return { ok: true, entry: { question, samples, model: model ?? null } }
}

/** The numbers of tokens that servers report, and a row’s `usage` leaves out. */
function lackingIn(usage: NonNullable<z.infer<typeof Body>['usage']>): Pick<LogSample, 'lacks'> {
  const lacks = (['prompt_tokens', 'completion_tokens'] as const).filter((field) => usage[field] == null)
  return lacks.length === 0 ? {} : { lacks: lacks.map((field) => `usage.${field}`) }
}

function failureOf(response: z.infer<typeof Row>['response'], error: z.infer<typeof Row>['error']): string | null {
  if (error != null) return error.message ?? error.code ?? 'the request failed'
  if (response == null) return 'there is no response'
  return response.status_code >= 400 ? `the request was answered ${response.status_code}` : null
}

function sampleOf({ message, finish_reason: finish, logprobs }: z.infer<typeof Choice>): LogSample {
  const declined = (message.refusal ?? '') !== ''
  return {
    ...BARE_SAMPLE,
    text: message.content ?? message.refusal ?? '',
    ...(declined ? { finish: 'declined' as const } : logEnd(finish)),
    ...tokenLists(logprobs),
  }
}
