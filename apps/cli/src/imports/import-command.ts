import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { Benchmark, type EvaluationView, type LogSource } from '@cges-fleet/core'
import { CreateImport, ImportBenchmark } from '@cges-fleet/core/contract'
import { type DataDescription, describedBudget, issueText, schemaProblems } from '@cges-fleet/formats'
import { MAX_BUDGET, methodKey, type MethodSpec, ranksQuestions, requiredSignals } from '@cges-fleet/methods'
import { IDENTITY, type ValueMap } from '@cges-fleet/replay'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { benchmarkLines } from '../benchmarks/benchmark-text.js'
import { UsageError } from '../errors.js'
import { evaluationJson } from '../evaluations/evaluation-json.js'
import { reportText } from '../evaluations/evaluation-text.js'
import { LOG_HELP, type LogFlags, withLogOptions } from '../logs/log-options.js'
import { isAsRead, type OpenLog, openLog, rowLines } from '../logs/open-log.js'
import { readingLines, stopAtFault } from '../logs/reading-report.js'
import { splitMethods } from '../replay/methods-option.js'
import { collect, valueMapOption, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { importedDigest, savedSentence } from './import-result.js'
import { sendAndFollow } from './sample-sender.js'
import { type LogSurvey, type LogWanted, surveyLog } from './survey-log.js'

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
    .option('--confidence-map <map>', 'maps confidence into [0, 1], such as logistic:0,1', valueMapOption, IDENTITY)
    .option('--reward-map <map>', 'maps reward into [0, 1], such as logistic:0,1', valueMapOption, IDENTITY)
    .addHelpText('after', `${LOG_HELP}\n${RESUME_HELP}\n\nWithout a fleet, cges replay runs methods on the same files.`)
    .action((files: string[], flags: ImportFlags) => runImport(files, flags, apiOf(flags)))
}

async function runImport(files: readonly string[], flags: ImportFlags, api: ApiClient): Promise<void> {
  const maps = { confidence: flags.confidenceMap, reward: flags.rewardMap }
  const log = await openLog(files, flags)
  if (!log.isShown) for (const line of rowLines(log.rows, log.format)) console.error(line)
  const wanted: LogWanted = { ...log, maps }
  const survey = await surveyLog(files, wanted)
  for (const warning of survey.warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(survey.figures, log.rules)) console.error(line)
  stopAtFault(log, survey.figures, { anyway: flags.anyway === true, isVerified: isAsRead(log) })
  const methods = importMethods(flags, survey, log.description)
  const { id, status } = await createEvaluation(files, { flags, log, survey, methods, api })
  if (status === 'cancelled')
    throw new UsageError(
      `an earlier run made evaluation ${id} of these files, and it was cancelled: give another --name`,
    )
  const known = new Map(survey.questions.map((question) => [question.id, question]))
  const sent = { ...wanted, rules: { ...log.rules, known }, signals: requiredSignals(methods) }
  const view = await sendAndFollow(files, { api, evaluationId: id, rows: survey.rows, wanted: sent })
  if (log.description !== null) console.error(importedDigest(log.description, view, log.rules, survey.replicates))
  const sentence = savedSentence(view)
  printResult(flags, evaluationJson(view), () => [
    ...reportText(view),
    ...(sentence === null ? [] : ['', sentence]),
    `evaluation ${id}`,
  ])
  if (view.status !== 'done') process.exitCode = 1
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

async function createEvaluation(files: readonly string[], made: Creation): Promise<EvaluationView> {
  const { flags, log, survey, methods, api } = made
  const model = flags.model ?? survey.model ?? 'not named in the log'
  const name = flags.benchmark ?? nameOf(files)
  const benchmark = Benchmark.safeParse(
    {
      name,
      title: name,
      answerKind: log.rules.kind,
      template: '{question}',
      questions: survey.questions,
    },
    { error: issueText },
  )
  if (!benchmark.success)
    throw new UsageError(
      `the log’s questions cannot be stored:\n${schemaProblems(benchmark.error)
        .map((each) => `  ${each}`)
        .join('\n')}`,
    )
  const { revision } = await api.repeat(ImportBenchmark, benchmarkLines(benchmark.data))
  const spec = {
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags.suite === undefined ? {} : { suite: flags.suite }),
    benchmark: name,
    revision,
    model: model.slice(0, 200),
    sampling: survey.sampling,
    source: sourceOf(files, made),
    methods: methods.map(methodKey),
  }
  const headers = { 'Idempotency-Key': `import-${keyOf(files, JSON.stringify(spec))}` }
  return api.call(CreateImport, { body: spec, headers })
}

function sourceOf(files: readonly string[], { flags, log, survey }: Creation): LogSource {
  const provenance = log.description?.provenance ?? null
  return {
    format: survey.format,
    files: files.map((file) => basename(file)),
    notes: notesOf(flags, survey),
    ...(provenance === null ? {} : { provenance }),
  }
}

/** Notes on the log for the evaluation's page: anything odd about it, and what replaces a missing signal. */
function notesOf({ confidenceMap, rewardMap }: ImportFlags, { warnings }: LogSurvey): string[] {
  return [...warnings, ...mapNote('confidence', confidenceMap), ...mapNote('reward', rewardMap)].slice(0, 20)
}

function mapNote(what: string, { written }: ValueMap): string[] {
  if (written === IDENTITY.written) return []
  return [`the log’s ${what} stands in for a signal it lacks, mapped by ${written}`]
}

/** The idempotency key: the same files with the same options are the same import, so an interrupted one is resumed. */
function keyOf(files: readonly string[], spec: string): string {
  const stats = files.map((file) => {
    const { size, mtimeMs } = statSync(file)
    return [basename(file), size, mtimeMs]
  })
  return createHash('sha256')
    .update(JSON.stringify([stats, spec]))
    .digest('hex')
}

function nameOf([file = 'log']: readonly string[]): string {
  return basename(file)
    .replace(/\.gz$/u, '')
    .replace(/\.[a-z]+$/u, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, '-')
    .replace(/^[^a-z0-9]+/u, '')
    .slice(0, 60)
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

interface Asked {
  readonly method: string[]
  readonly budget?: number
}

/** The methods requested, else those the data name, else the usual ones that the log supports. */
export function importMethods(
  { method, budget }: Asked,
  survey: LogSurvey,
  description: DataDescription | null,
): MethodSpec[] {
  const samples = budget ?? (description === null ? survey.budget : describedBudget(description))
  if (method.length > 0) return splitMethods(method, samples)
  if (description !== null) return describedMethods(description, samples)
  const cges = survey.signal === null ? [] : [`cges:confidence=${survey.signal},gamma=0.99`]
  return splitMethods(['sc', 'esc:window=4', 'asc-beta', ...cges], samples)
}

/** A log cannot rank its questions. */
function describedMethods({ methods }: DataDescription, budget: number): MethodSpec[] {
  const specs = splitMethods([methods.join(';')], budget)
  const runnable = specs.filter((spec) => !ranksQuestions(spec))
  const left = specs.filter(ranksQuestions).map(methodKey)
  if (left.length > 0)
    console.error(`note: ${left.join('; ')} left out: it ranks the questions, which an import cannot`)
  if (runnable.length > 0) return runnable
  throw new UsageError('none of the methods that the data name can be run on an import: name others with --method')
}
