import { Benchmark, type ImportSpec, issueText, type LogSource, schemaProblems } from '@cges-fleet/core'
import { methodKey, type MethodSpec, parseMethodSpec, ranksQuestions, usualWindow } from '@cges-fleet/methods'
import type { z } from 'zod'
import { benchmarkNameOf } from '../../benchmarks/question-rows.js'
import { InputError } from '../../files/data-file.js'
import { type DataDescription, describedBudget } from '../export/data-description.js'
import type { OpenLog } from '../loading/open-log.js'
import { textHash } from '../../lines/text-hash.js'
import type { LogSurvey } from './survey-log.js'

/** What an import is called, and what its log does not say; all but the methods are found unless given. */
export interface ImportChoices {
  readonly name?: string | undefined
  readonly suite?: string | undefined
  readonly benchmark?: string | undefined
  readonly model?: string | undefined
  readonly methods: readonly MethodSpec[]
  /** Further notes for the evaluation's page. */
  readonly notes: readonly string[]
}

/** What creates an imported evaluation: its benchmark first, then the evaluation of the revision that is stored. */
export interface ImportRequest {
  readonly benchmark: Benchmark
  readonly evaluation: (revision: string) => {
    readonly spec: z.input<typeof ImportSpec>
    /** The same for the same files and choices, so that an interrupted import is resumed. */
    readonly idempotencyKey: string
  }
}

/** Builds the requests that import a log; throws an `InputError` if its questions cannot be stored. */
export function importRequest(log: OpenLog, survey: LogSurvey, choices: ImportChoices): ImportRequest {
  const { name, suite, methods } = choices
  const benchmark = benchmarkOf(log, survey, choices)
  const model = choices.model ?? survey.model ?? 'not named in the log'
  return {
    benchmark,
    evaluation: (revision) => {
      const spec = {
        ...(name === undefined ? {} : { name }),
        ...(suite === undefined ? {} : { suite }),
        benchmark: benchmark.name,
        revision,
        model: model.slice(0, 200),
        sampling: survey.sampling,
        source: sourceOf(log, survey, choices),
        methods: methods.map(methodKey),
      }
      return { spec, idempotencyKey: `import-${keyOf(log, JSON.stringify(spec))}` }
    },
  }
}

function benchmarkOf(log: OpenLog, survey: LogSurvey, choices: ImportChoices): Benchmark {
  const name = choices.benchmark ?? benchmarkNameOf(log.files[0]?.name ?? 'log')
  const benchmark = Benchmark.safeParse(
    { name, title: name, answerKind: log.rules.kind, template: '{question}', questions: survey.questions },
    { error: issueText },
  )
  if (benchmark.success) return benchmark.data
  const problems = schemaProblems(benchmark.error).map((each) => `  ${each}`)
  throw new InputError(`the log’s questions cannot be stored:\n${problems.join('\n')}`)
}

const MOST_NOTES = 20

function sourceOf({ files, description }: OpenLog, survey: LogSurvey, { notes }: ImportChoices): LogSource {
  const provenance = description?.provenance ?? null
  return {
    format: survey.format,
    files: files.map(({ name }) => name.replace(/^.*[/\\]/u, '')),
    notes: [...survey.warnings, ...notes].slice(0, MOST_NOTES),
    ...(provenance === null ? {} : { provenance }),
  }
}

function keyOf({ files }: OpenLog, spec: string): string {
  const text = JSON.stringify([files.map(({ stamp }) => stamp), spec])
  return [`${text}1`, `${text}2`].map((each) => textHash(each).toString(36)).join('')
}

interface UsualMethods {
  readonly methods: readonly MethodSpec[]
  /** Methods of the data that cannot run on an import. */
  readonly leftOut: readonly string[]
}

/** The methods that the data name, else the usual ones that a log supports; with the samples that most questions have. */
export function usualImport(survey: LogSurvey, description: DataDescription | null, budget?: number): UsualMethods {
  if (description === null) {
    const cges = survey.signal === null ? [] : [`cges:confidence=${survey.signal},gamma=0.99`]
    const most = budget ?? survey.budget
    return { methods: parsed(['sc', `esc:window=${usualWindow(most)}`, 'asc-beta', ...cges], most), leftOut: [] }
  }
  const all = parsed(description.methods, budget ?? describedBudget(description))
  const methods = all.filter((spec) => !ranksQuestions(spec))
  if (methods.length > 0) return { methods, leftOut: all.filter(ranksQuestions).map(methodKey) }
  throw new InputError('none of the methods that the data name can be run on an import: name others with --method')
}

function parsed(methods: readonly string[], budget: number): MethodSpec[] {
  return methods.map((text) => {
    const spec = parseMethodSpec(text, budget)
    if (!spec.ok) throw new InputError(`${text}: ${spec.problem}`)
    return spec.spec
  })
}
