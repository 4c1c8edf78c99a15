import { type EvaluationView, type FinalStatistics, hasEnded, type SubmittedSuite } from '@cges-fleet/core'
import { GetStatistics, SubmitEvaluation, SubmitSuite } from '@cges-fleet/core/contract'
import { parseUntilDraft } from '@cges-fleet/replay'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { UsageError } from '../errors.js'
import { showComparison } from './compare-command.js'
import { loadSpec, placed, specFieldsHelp } from './spec-file.js'
import { columns } from '../shell/format.js'
import { fileReference } from './file-reference.js'
import { evaluationJson } from './evaluation-json.js'
import { liveText, reportText } from './evaluation-text.js'
import { liveLine } from './method-table.js'
import { LiveDisplay } from '../shell/live-display.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { judgedIn, ProgressLine, waitWithBar } from '../shell/progress.js'

interface EvaluateFlags extends ApiOptions {
  readonly json?: true
  readonly watch?: true
  readonly notify?: string
  readonly until?: string
  readonly idempotencyKey?: string
  readonly helpFile?: true
}

/** `cges evaluate`: submits an evaluation or a suite, and on request shows it until it ends. */
export function evaluateCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('evaluate')))
    .description('submit an evaluation, or a suite of them, from a YAML or JSON file')
    .argument('[spec]', 'YAML or JSON file')
    .option('--help-file', 'print every field of the file: values, default, meaning, and an example')
    .option('--watch', 'show it until it ends')
    .option(
      '--until <goal>',
      'end it once its result is sure: accuracy=4 (points wide), "decided=sc@16;margin=1" or "best;margin=1"; at least 50 questions, or ;at-least=',
    )
    .option('--notify <webhook>', 'webhook to notify at the end, by name')
    .option('--idempotency-key <key>', 'repeating the same key and file returns the same evaluation')
    .addHelpText('after', specFieldsHelp)
    .action(
      async (file: string | undefined, { notify, until, helpFile, ...options }: EvaluateFlags, command: Command) => {
        if (helpFile === true) return console.log(fileReference())
        if (file === undefined)
          return command.error("error: missing required argument 'spec'", { code: 'commander.missingArgument' })
        const { kind, spec } = loadSpec(file, until === undefined ? {} : { until: readOption(until) })
        const api = apiOf(options)
        const headers = { 'Idempotency-Key': options.idempotencyKey }
        const notified = notify === undefined ? {} : { notify }
        if (kind === 'suite') {
          const suite = await placed(file, api.call(SubmitSuite, { body: { ...spec, ...notified }, headers }))
          return showSuite(api, suite, options)
        }
        const body = { ...spec, ...notified }
        const submitted = await placed(file, api.call(SubmitEvaluation, { body, headers }))
        if (options.watch !== true) return printResult(options, evaluationJson(submitted), () => [submitted.id])
        process.stderr.write(`Evaluation ${submitted.id}\n`)
        const ended = await watchEvaluation(api, submitted.id, options)
        process.exitCode = isAnswer(ended) ? 0 : 1
      },
    )
}

function readOption(until: string) {
  try {
    return parseUntilDraft(until)
  } catch (error) {
    throw new UsageError(`--until: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Names the evaluations of a suite that was submitted; with `watch` waits until all end, then shows its table. */
async function showSuite(api: ApiClient, { suite, evaluations }: SubmittedSuite, flags: EvaluateFlags): Promise<void> {
  const rows = evaluations.map(({ id, benchmark, pool }) => [id, benchmark, pool])
  if (flags.watch !== true) return printResult(flags, { suite, evaluations }, () => columns(rows))
  const display = new LiveDisplay(process.stdout, () => performance.now())
  let isDone = true
  for (const [at, { id, benchmark, pool }] of evaluations.entries()) {
    const place = `${at + 1} of ${evaluations.length}: ${benchmark} on ${pool}`
    for await (const view of api.follow(id)) {
      isDone &&= !hasEnded(view.status) || isAnswer(view)
      if (isPausedForCopies(view)) isDone = false
      if (isPausedForCopies(view)) break
      if (flags.json !== true && !hasEnded(view.status))
        display.show([place, ...liveText(view)], `${place}, ${liveLine(view)}`)
    }
  }
  display.clear()
  await showComparison(api, { suite }, flags)
  process.exitCode = isDone ? 0 : 1
}

/** `cges watch`: an evaluation until it ends. */
export function watchCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('watch')))
    .description('show an evaluation until it ends')
    .argument('<id>', 'its id')
    .action(async (id: string, options: ApiOptions & { json?: true }) => {
      const ended = await watchEvaluation(apiOf(options), id, options)
      process.exitCode = isAnswer(ended) ? 0 : 1
    })
}

/**
 * Shows an evaluation until it ends, or is paused since its samples are copies: nobody may be there to decide. Then its
 * table, or as JSON its end alone; returns its final status.
 */
export async function watchEvaluation(
  api: ApiClient,
  id: string,
  flags: { readonly json?: boolean } = {},
): Promise<EvaluationView> {
  const display = new LiveDisplay(process.stdout, () => performance.now())
  const progress = new ProgressLine('deciding', performance.now() / 1000)
  let last: EvaluationView | undefined
  for await (const view of api.follow(id)) {
    last = view
    const { closed, blocked, total } = view.trials
    const line = progress.at(performance.now() / 1000, { done: closed + blocked, total, what: 'questions' })
    if (isPausedForCopies(view)) break
    if (flags.json !== true && !hasEnded(view.status)) display.show([...liveText(view), '', line], liveLine(view))
  }
  display.clear()
  if (last === undefined) throw new Error(`evaluation ${id} sent no state`)
  const ended = last
  const final = flags.json === true || ended.status !== 'done' ? null : await finalOf(api, ended)
  printResult(flags, evaluationJson(ended), () => reportText(ended, { final }))
  return ended
}

/** Its methods compared. */
export async function finalOf(api: ApiClient, view: EvaluationView): Promise<FinalStatistics | null> {
  const judged = api.call(GetStatistics, { path: { id: view.id } })
  return (await waitWithBar('judging', judgedIn(view), judged)).final
}

/** Whether it ended with what it was for: with every question, or by its `until`. */
function isAnswer({ status }: EvaluationView): boolean {
  return status === 'done' || status === 'decided'
}

/** Whether it waits for somebody to decide on samples that are copies. */
function isPausedForCopies({ status, independence }: EvaluationView): boolean {
  return status === 'paused' && independence.state === 'copies'
}
