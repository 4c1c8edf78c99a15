import { AnswerKind } from '@cges-fleet/answers'
import { LogFormat } from '@cges-fleet/core'
import { ANSWERS_FROM, type AnswersFrom, type LogFields, parseLogMap } from '@cges-fleet/formats'
import { type Command, InvalidArgumentError, Option } from 'commander'

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
    .addOption(new Option('--format <format>', 'format of the log; detected unless given').choices(LogFormat.options))
    .option('--filter <name>', 'lm-eval: filter whose rows are read; the first row’s unless given')
    .addOption(
      new Option(
        '--map <fields>',
        'fields of a row as JSON paths: question=doc.problem,answer=doc.gold,text=responses[*].text (see below)',
      )
        .argParser(logFields)
        .default({}, 'none'),
    )
    .addOption(new Option('--kind <kind>', 'kind of the answers; detected unless given').choices(AnswerKind.options))
    .addOption(
      new Option(
        '--answers <from>',
        'whose reading of an answer counts: the log’s own, or ours of the text; unless given the log’s, if that is not the whole text',
      ).choices(ANSWERS_FROM),
    )
    .option('--truncated-vote', 'let samples cut at a limit vote; otherwise they cost a call and do not vote')
    .option('--questions <file>', 'questions with their answers (JSONL, CSV, TSV or Parquet), for logs without')
    .option('--anyway', 'continue although grades disagree or little was read')
}

/** The supported logs, for a command's help. */
export const LOG_HELP = `
Logs that can be read, plain or gzipped:
  lm-evaluation-harness  samples_<task>_<date>.jsonl (one row a filter: one filter is read)
  Inspect                .json and .eval (an epoch is a sample)
  NeMo-Skills            output-rs*.jsonl (each file is one sample of every question), NeMo Evaluator results.jsonl
  OpenAI Batch           an output file, with --questions; custom_id is the question's id, alone or as <id>-<sample>
  EvalScope              reviews/<model>/<dataset>.jsonl
  OpenCompass            predictions/<model>/<dataset>.json, or the details of results/ (several files: several samples)
  lighteval              details_<task>_<date>.parquet
  simple-evals           <eval>_<model>_allresults.json
  ESC                    <model>_result/<task>/T0.7.jsonl of Yiwei98/ESC
  any other              JSONL, a .json list, CSV, TSV or Parquet, with --map
  cges                   recordings ({"question_id":…,"answer":…,"samples":[…]} a line), and samples.jsonl of an export, with its gold.jsonl beside it
--map names fields by JSON path (RFC 9535): a name, names joined by dots, or doc.choices[0], responses[*].text, messages[?@.role=='assistant'].content.
  question fields  id (the line's number unless given), question, answer (the reference answer)
  sample fields    text (the response), extracted (the answer as the program read it), finish (its finish_reason; length does not vote), grade (0 to 1), tokens (how many), confidence (0 to 1, or mapped by --confidence-map), reward (or mapped by --reward-map), logprobs (a list for each sample); a path to a list gives one value per sample
  samples          a list of samples; the paths of sample fields then start inside it, unless they begin with $
In a known log you can name id, question, answer and grade.
  cges replay runs.jsonl --map "question=prompt,answer=gold,text=outputs[*].text,grade=outputs[*].score"
Our own exports (jsonl, lm-eval, inspect) need no options; if gold.jsonl is elsewhere, name it by --questions.
Exports of verdicts only (nemo, csv) cannot be replayed.`

function logFields(text: string): LogFields {
  const map = parseLogMap(text)
  if (map.ok) return map.fields
  throw new InvalidArgumentError(map.problem)
}
