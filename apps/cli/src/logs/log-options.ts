import { AnswerKind } from '@cges-fleet/answers'
import { LogFormat, type Question } from '@cges-fleet/core'
import {
  ANSWERS_FROM,
  type AnswersFrom,
  type DataDescription,
  type LogFields,
  parseQuestions,
  parseDescriptionLine,
} from '@cges-fleet/formats'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readTextFile } from '../read-text-file.js'
import { UsageError } from '../usage-error.js'
import type { LogReading } from './load-log.js'

/** The options shared by commands that read logs. */
export interface LogFlags {
  readonly format?: LogFormat
  readonly filter?: string
  readonly map: LogFields
  readonly answers?: AnswersFrom
  readonly kind?: AnswerKind
  readonly anyway?: boolean
  readonly truncatedVote?: boolean
  readonly questions?: string
}

/** Adds the options that control how a log is read. */
export function withLogOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'the log’s format; told from the file unless given').choices(LogFormat.options),
    )
    .option('--filter <name>', 'lm-eval: whose rows to read; the first row’s filter unless given')
    .option(
      '--map <fields>',
      'fields that hold the question, such as question=doc.problem,answer=doc.gold',
      logFields,
      {},
    )
    .addOption(
      new Option(
        '--kind <kind>',
        'how answers are compared; as the data says, or by its answers, unless given',
      ).choices(AnswerKind.options),
    )
    .addOption(
      new Option(
        '--answers <from>',
        'answers as the log’s own program read them, or read again from the text; the log’s unless given, but where they repeat the whole text',
      ).choices(ANSWERS_FROM),
    )
    .option(
      '--truncated-vote',
      'let samples that were cut at a limit vote too; without this they cost a call and cast no vote',
    )
    .option('--questions <file>', 'the questions with their answers (JSONL), for logs that hold none')
    .option('--anyway', 'go on where our grades are not the log’s own, or little was read')
}

/** The supported logs, for a command's help. */
export const LOG_HELP = `
Logs that can be read, plain or gzipped:
  lm-evaluation-harness  samples_<task>_<date>.jsonl (one row a filter: one filter is read)
  Inspect                .json and .eval (an epoch is a sample)
  NeMo-Skills            output-rs*.jsonl (each file is one sample of every question), NeMo Evaluator results.jsonl
  OpenAI Batch           an output file, with --questions; custom_id is the question's id, alone or as <id>-<sample>
  cges                   recordings ({"question_id":…,"answer":…,"samples":[…]} a line), and samples.jsonl of an export (with --questions gold.jsonl)
Our own exports (jsonl, lm-eval, inspect) say their kind, methods, order and digest, and need no options; of verdicts
alone (nemo, csv) nothing can be run again.`

/**
 * Converts a command's options to rules for reading; `known` are the questions of --questions by id, `told` that file's
 * own description.
 */
export function logReading(flags: LogFlags): LogReading & KnownQuestions {
  const { known, told } =
    flags.questions === undefined ? { known: new Map<string, Question>(), told: null } : readQuestions(flags.questions)
  return {
    format: flags.format ?? null,
    filter: flags.filter ?? null,
    fields: flags.map,
    isKnown: (id) => known.has(id),
    known,
    told,
  }
}

export interface KnownQuestions {
  readonly known: ReadonlyMap<string, Question>
  readonly told: DataDescription | null
}

function readQuestions(file: string): KnownQuestions {
  const text = readTextFile(file)
  const [first = '', second = ''] = text.split('\n', 2)
  const header = parseDescriptionLine(first)
  if (header?.ok === false) throw new UsageError(`${file}, line 1: ${header.problem}`)
  const isOwn = /"question_id"\s*:/u.test(header === null ? first : second)
  const parsed = parseQuestions(text, isOwn ? { fields: { id: 'question_id' } } : {})
  if (parsed.ok) {
    return { known: new Map(parsed.questions.map((each) => [each.id, each])), told: header?.description ?? null }
  }
  throw new UsageError(
    `${file}:\n${parsed.problems.map(({ line, problem }) => `  line ${line}: ${problem}`).join('\n')}`,
  )
}

function logFields(text: string): LogFields {
  const pairs = text.split(',').map((pair) => pair.split('='))
  for (const [ours, theirs, ...rest] of pairs) {
    if (!ours || !theirs || rest.length > 0 || !['id', 'question', 'answer'].includes(ours)) {
      throw new InvalidArgumentError(
        'write it as question=doc.problem,answer=doc.gold; the fields are id, question, answer',
      )
    }
  }
  return Object.fromEntries(pairs)
}
