import { counted } from '@cges-fleet/core'
import { existsSync } from 'node:fs'
import { GetEvaluation } from '@cges-fleet/core/contract'
import { learnShapes } from '@cges-fleet/methods'
import { Command, InvalidArgumentError } from 'commander'
import type { ApiClient } from '../api-client.js'
import { LOG_HELP, type LogFlags, withLogOptions } from '../logs/log-options.js'
import { openLog } from '../logs/open-log.js'
import { readingLines } from '../logs/reading-lines.js'
import { printResult } from '../manners/print-result.js'
import { withJson } from '../manners/with-json.js'
import { readRecordings } from '../offline/replay/read-recordings.js'
import { UsageError } from '../usage-error.js'
import { storedTrials } from '../verdicts/stored-trials.js'

interface PriorFlags extends LogFlags {
  readonly api?: string
  readonly delta: number
  readonly json?: boolean
}

type ApiOf = (flags: { readonly api?: string }) => ApiClient

/** Questions with what was answered to them, and the models that did, where that is known. */
interface History {
  readonly questions: readonly (readonly (string | null)[])[]
  readonly models: readonly string[]
}

const EVALUATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** `cges prior`: what the answers to earlier questions looked like, as the rule `bayes` reads it. */
export function priorCommand(apiOf: ApiOf): Command {
  return withLogOptions(
    withJson(new Command('prior'))
      .description('learn the prior of bayes from samples drawn before, without looking at what is right')
      .argument('<sources...>', 'ids of stored evaluations of your team; or recordings or logs, as for replay')
      .option('--api <url>', 'where the API listens; the fleet started in this checkout unless given'),
  )
    .option('--delta <share>', 'how probable another answer may still be at the stop', delta, 0.05)
    .addHelpText('after', LOG_HELP)
    .action(async (sources: string[], flags: PriorFlags) => {
      const { questions, models } = await historyOf(sources, flags, apiOf)
      const prior = learned(questions)
      const { answers, easy, hard, share } = prior
      const method = `bayes:answers=${answers},delta=${flags.delta},easy=${easy},hard=${hard},share=${share}`
      const of = { questions: questions.length, samples: questions.flat().length, models }
      printResult(flags, { ...of, prior, method }, () => [
        `learned from ${counted(of.samples, 'sample')} of ${counted(of.questions, 'question')}; use it on other questions, asked of the same model`,
        ...(models.length > 1 ? [`they are of several models: ${models.join(', ')}`] : []),
        method,
      ])
    })
}

async function historyOf(sources: readonly string[], flags: PriorFlags, apiOf: ApiOf): Promise<History> {
  const ids = sources.filter((source) => EVALUATION_ID.test(source) && !existsSync(source))
  if (ids.length === 0) return ofFiles(sources, flags)
  if (ids.length < sources.length) throw new UsageError('give ids of evaluations, or files, not both')
  const api = apiOf(flags)
  const questions: (string | null)[][] = []
  const models = new Set<string>()
  for (const id of ids) {
    const view = await api.call(GetEvaluation, { path: { id } })
    models.add(view.pool.model)
    for (const { votes } of await storedTrials(api, view)) questions.push(votes.map(({ answer }) => answer))
  }
  return { questions, models: [...models] }
}

async function ofFiles(files: readonly string[], flags: PriorFlags): Promise<History> {
  const log = await openLog(files, flags)
  const { recordings, warnings, figures } = await readRecordings(log)
  for (const warning of warnings) console.error(`warning: ${warning}`)
  for (const line of readingLines(figures, log.rules)) console.error(line)
  return { questions: recordings.map(({ samples }) => samples.map(({ answer }) => answer)), models: [] }
}

function learned(questions: History['questions']) {
  try {
    return learnShapes(questions)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}

function delta(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0 && value < 1)) {
    throw new InvalidArgumentError('must be a number strictly between 0 and 1')
  }
  return value
}
