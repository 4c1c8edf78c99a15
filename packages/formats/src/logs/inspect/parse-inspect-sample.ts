import { z } from 'zod'
import { AnswerTier } from '@cges-fleet/answers'
import { Confidences } from '@cges-fleet/methods'
import { Outcome } from '@cges-fleet/core'
import { Minima, parseOutcome } from '../export/exported-samples.js'
import { BARE_SAMPLE, type LogEntry, type LogRow, type LogSample } from '../log-entry.js'
import { parseGrade } from '../log-grade.js'
import type { LogFields } from '../mapped/log-map.js'
import { parseRow } from '../../lines/json-lines.js'
import { idAt, Identifier, identityOf, textAt, Textual, TokenLogprobs, tokenLists } from '../row-fields.js'

const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])

const Choice = z.looseObject({
  message: z.looseObject({ content: Content }),
  stop_reason: z.string().optional(),
  logprobs: TokenLogprobs.nullish(),
})

const Sample = z.looseObject({
  id: Identifier,
  epoch: z.int().min(1).default(1),
  input: z.union([z.string(), z.array(z.looseObject({ role: z.string(), content: Content }))]),
  choices: z.array(z.string()).nullish(),
  target: z.union([Textual, z.array(Textual)]).nullish(),
  output: z
    .looseObject({
      choices: z.array(Choice).default([]),
      completion: z.string().nullish(),
      usage: z.looseObject({ input_tokens: z.int().nullish(), output_tokens: z.int().nullish() }).nullish(),
      model: z.string().nullish(),
    })
    .nullish(),
  scores: z.record(z.string(), z.looseObject({ value: z.unknown(), answer: z.string().nullish() })).nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
  limit: z.looseObject({ type: z.string() }).nullish(),
  attachments: z.record(z.string(), z.string()).nullish(),
  /** Our own logs hold a sample's confidences there. */
  metadata: z
    .looseObject({
      signals: Confidences.optional().catch(undefined),
      minima: Minima.optional().catch(undefined),
      replicate: z.int().min(0).optional().catch(undefined),
      places: z.record(z.string(), z.int()).optional().catch(undefined),
      outcome: Outcome.optional().catch(undefined),
      tier: AnswerTier.nullish().catch(undefined),
    })
    .nullish(),
})
type Sample = z.infer<typeof Sample>

/**
 * Parses one sample of an Inspect log (`EvalSample`): an epoch of a question, which we call a sample of it. If the log
 * is our own export, `isOwn`, its metadata count too.
 */
export function parseInspectSample(text: string, fields: LogFields = {}, isOwn = false): LogRow {
  const read = parseRow(text, Sample)
  if (!read.ok) return read
  const sample = read.value
  const { target, choices, attachments } = sample
  const gold = Array.isArray(target) ? target[0] : target
  return {
    ok: true,
    entry: {
      question: {
        ...identityOf(idAt(sample, fields.id) ?? sample.id),
        question: textAt(sample, fields.question) ?? attached(questionOf(sample.input), attachments),
        answer: textAt(sample, fields.answer) ?? (gold == null || gold === '' ? null : gold),
        ...(choices == null || choices.length < 2 ? {} : { choices }),
      },
      samples: [isOwn ? exportedSample(sample) : sampleOf(sample)],
      model: sample.output?.model ?? null,
      ...(isOwn ? exportedPlace(sample) : {}),
    },
  }
}

function sampleOf(sample: Sample): LogSample {
  const { output, scores, error, epoch } = sample
  const first = output?.choices[0]
  const score = Object.values(scores ?? {})[0]
  const text = first === undefined ? (output?.completion ?? null) : textOf(first.message.content)
  return {
    ...BARE_SAMPLE,
    index: epoch - 1,
    text: attached(text, sample.attachments),
    ...(score === undefined || score.answer === undefined ? {} : { answer: emptyAsNone(score.answer) }),
    ...parseGrade(score?.value),
    finish: finishOf(sample, first?.stop_reason),
    error: error?.message ?? (text === null ? 'the log holds no output' : null),
    ...tokenLists(first?.logprobs),
    signals: sample.metadata?.signals ?? null,
    promptTokens: output?.usage?.input_tokens ?? null,
    completionTokens: output?.usage?.output_tokens ?? null,
  }
}

function exportedSample(sample: Sample): LogSample {
  const { outcome, tier, minima = null } = sample.metadata ?? {}
  return { ...sampleOf(sample), tier: tier ?? null, minima, ...(outcome === undefined ? {} : parseOutcome(outcome)) }
}

function exportedPlace({ metadata }: Sample): Pick<LogEntry, 'replicate' | 'places'> {
  const { replicate, places } = metadata ?? {}
  return { ...(replicate === undefined ? {} : { replicate }), ...(places === undefined ? {} : { places }) }
}

function finishOf({ limit }: Sample, reason: string | undefined): LogSample['finish'] {
  if (limit != null || reason === 'max_tokens' || reason === 'model_length') return 'length'
  if (reason === 'content_filter') return 'declined'
  return reason === undefined ? null : 'stop'
}

function questionOf(input: Sample['input']): string | null {
  if (typeof input === 'string') return input
  const prompt = input.findLast(({ role }) => role === 'user')
  return prompt === undefined ? null : textOf(prompt.content)
}

function textOf(content: z.infer<typeof Content>): string {
  if (typeof content === 'string') return content
  return content.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : [])).join('\n')
}

/** Long texts can be stored apart, under a key that replaces them. */
function attached(text: string | null, attachments: Sample['attachments']): string | null {
  const key = text?.startsWith('attachment://') === true ? text.slice('attachment://'.length) : null
  return key === null ? text : (attachments?.[key] ?? text)
}

function emptyAsNone(answer: string | null): string | null {
  return answer === null || answer.trim() === '' ? null : answer
}
