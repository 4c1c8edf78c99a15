import type { EvaluationView } from '@cges-fleet/core'
import { CreateImport, ImportBenchmark } from '@cges-fleet/core/contract'
import {
  type DataDescription,
  describedBudget,
  importRequest,
  isAsRead,
  type LogSurvey,
  type LogWanted,
  type OpenLog,
  rowLines,
  surveyLog,
  usualImport,
  type ValueMap,
  valueMapNotes,
} from '@cges-fleet/formats'
import { MAX_BUDGET, type MethodSpec, requiredSignals } from '@cges-fleet/methods'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { benchmarkLines } from '../benchmarks/benchmark-text.js'
import { UsageError } from '../errors.js'
import { finalOf } from '../evaluations/evaluate-command.js'
import { evaluationJson } from '../evaluations/evaluation-json.js'
import { reportText } from '../evaluations/evaluation-text.js'
import { LOG_HELP, type LogFlags, withLogOptions } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines, stopAtFault } from '../logs/reading-report.js'
import { splitMethods } from '../replay/methods-option.js'
import { collect, mapOption, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { startProgress } from '../shell/progress.js'
import { importedDigest, savedSentence } from './import-result.js'
import { sendAndFollow } from './sample-sender.js'

interface ImportFlags extends LogFlags {
  readonly api?: string
  readonly json?: true
  readonly patience: number
  readonly name?: string
  readonly suite?: string
  readonly benchmark?: string
  readonly model?: string
  readonly method: string[]
  readonly budget?: number
  readonly confidenceMap: ValueMap
  readonly rewardMap: ValueMap
}

/**
 * `cges import`: imports other programs' logs as evaluations of the fleet, and computes how many calls early stopping
 * would have saved.
 */
export function importCommand(
  apiOf: (flags: { readonly api?: string; readonly patience?: number }) => ApiClient,
): Command {
  return withLogOptions(
    withJson(withApi(new Command('import')))
      .description('create an evaluation from existing samples or logs; draws nothing')
      .argument('<files...>', 'recordings or logs (see below)'),
  )
    .option('--patience <seconds>', 'seconds to wait for an API that does not answer', wholeSeconds, 300)
    .option('--name <name>', 'the evaluation’s name')
    .option('--suite <suite>', 'its suite')
    .option('--benchmark <name>', 'name of its benchmark; from the file’s name unless given')
    .option('--model <name>', 'the model that answered; from the log unless given')
    .option('--method <method>', 'method, or several separated by ;', collect, [])
    .option(
      '--budget <n>',
      'samples for methods that name no budget; what most questions have unless given',
      wholeBudget,
    )
    .addOption(mapOption('confidence'))
    .addOption(mapOption('reward'))
    .addHelpText('after', `${LOG_HELP}\n${RESUME_HELP}\n\nWithout a fleet, cges replay runs methods on the same files.`)
    .action((files: string[], flags: ImportFlags) => runImport(files, flags, apiOf(flags)))
}

async function runImport(files: readonly string[], flags: ImportFlags, api: ApiClient): Promise<void> {
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const log = await openLog(files, flags)
  if (!log.isShown) for (const line of rowLines(log.rows, log.format)) console.error(line)
  const wanted: LogWanted = { ...log, maps }
  const survey = await surveyWithBar(log, wanted)
  for (const warning of survey.warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(survey.counts, log.rules)) console.error(line)
  stopAtFault(log, survey.counts, { anyway: flags.anyway === true, isVerified: isAsRead(log) })
  const methods = importMethods(flags, survey, log.description)
  const { id, status } = await createEvaluation({ flags, log, survey, methods, api })
  if (status === 'cancelled')
    throw new UsageError(
      `an earlier run made evaluation ${id} of these files, and it was cancelled: give another --name`,
    )
  const known = new Map(survey.questions.map((question) => [question.id, question]))
  const sent = { ...wanted, rules: { ...log.rules, known }, signals: requiredSignals(methods) }
  const view = await sendAndFollow(log.files, { api, evaluationId: id, rows: survey.rows, wanted: sent })
  if (log.description !== null) console.error(importedDigest(log.description, view, log.rules, survey.replicates))
  const sentence = savedSentence(view, view.status === 'done' ? await finalOf(api, view) : null)
  printResult(flags, evaluationJson(view), () => [
    ...reportText(view),
    ...(sentence === null ? [] : ['', sentence]),
    'Samples are taken in the order of the log; cges replay averages random orders unless --in-order.',
    `to see this again: cges report ${id}`,
    `evaluation ${id}`,
  ])
  if (view.status !== 'done') process.exitCode = 1
}

async function surveyWithBar(log: OpenLog, wanted: LogWanted): Promise<LogSurvey> {
  const bar = startProgress('reading  ')
  return surveyLog(log.files, wanted, ({ done, total, samples }) => {
    bar.show({ done, total, count: samples, what: 'samples' })
    return undefined
  }).finally(() => bar.clear())
}

const RESUME_HELP = `
To continue an interrupted import, run the same command on the same files again.`

interface Creation {
  readonly flags: ImportFlags
  readonly log: OpenLog
  readonly survey: LogSurvey
  readonly methods: readonly MethodSpec[]
  readonly api: ApiClient
}

async function createEvaluation({ flags, log, survey, methods, api }: Creation): Promise<EvaluationView> {
  const notes = [...valueMapNotes('confidence', flags.confidenceMap), ...valueMapNotes('reward', flags.rewardMap)]
  const { name, suite, benchmark, model } = flags
  const request = importRequest(log, survey, { name, suite, benchmark, model, methods, notes })
  const { revision } = await api.repeat(ImportBenchmark, benchmarkLines(request.benchmark))
  const { spec, idempotencyKey } = request.evaluation(revision)
  return api.call(CreateImport, { body: spec, headers: { 'Idempotency-Key': idempotencyKey } })
}

function wholeSeconds(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= 86_400) return value
  throw new UsageError('--patience must be a whole number of seconds, at most a day')
}

function wholeBudget(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > MAX_BUDGET) {
    throw new UsageError(`--budget must be a whole number from 1 to ${MAX_BUDGET}`)
  }
  return value
}

interface MethodFlags {
  readonly method: string[]
  readonly budget?: number
}

/** The methods requested, else those the data name, else the usual ones that the log supports. */
function importMethods(
  { method, budget }: MethodFlags,
  survey: LogSurvey,
  description: DataDescription | null,
): MethodSpec[] {
  if (method.length > 0) {
    const named = budget ?? (description === null ? survey.budget : describedBudget(description))
    return splitMethods(method, named, { signal: survey.signal ?? undefined })
  }
  const { methods, leftOut } = usualImport(survey, description, budget)
  if (leftOut.length > 0)
    console.error(`note: ${leftOut.join('; ')} left out: it ranks the questions, which an import cannot`)
  return [...methods]
}
