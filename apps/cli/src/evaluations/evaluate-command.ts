import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { SubmitEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { loadSpec, specFieldsHelp } from './spec-file.js'
import { evaluationJson } from './evaluation-json.js'
import { liveText, reportText } from './evaluation-text.js'
import { liveLine } from './method-table.js'
import { LiveDisplay } from '../shell/live-display.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { ProgressLine } from '../shell/progress.js'

interface EvaluateFlags extends ApiOptions {
  readonly json?: true
  readonly watch?: true
  readonly notify?: string
  readonly idempotencyKey?: string
}

/** `cges evaluate`: submits an evaluation, and on request shows it until it ends. */
export function evaluateCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('evaluate')))
    .description('submit an evaluation from a YAML or JSON file')
    .argument('<spec>', 'YAML or JSON file')
    .option('--watch', 'show it until it ends')
    .option('--notify <webhook>', 'webhook to notify at the end, by name')
    .option('--idempotency-key <key>', 'repeating the same key and file returns the same evaluation')
    .addHelpText('after', specFieldsHelp)
    .action(async (file: string, { notify, ...options }: EvaluateFlags) => {
      const body = { ...loadSpec(file), ...(notify === undefined ? {} : { notify }) }
      const api = apiOf(options)
      const headers = { 'Idempotency-Key': options.idempotencyKey }
      const submitted = await api.call(SubmitEvaluation, { body, headers })
      if (options.watch !== true) return printResult(options, evaluationJson(submitted), () => [submitted.id])
      const ended = await watchEvaluation(api, submitted.id, options)
      process.exitCode = ended.status === 'done' ? 0 : 1
    })
}

/** `cges watch`: an evaluation until it ends. */
export function watchCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('watch')))
    .description('show an evaluation until it ends')
    .argument('<id>', 'its id')
    .action(async (id: string, options: ApiOptions & { json?: true }) => {
      const ended = await watchEvaluation(apiOf(options), id, options)
      process.exitCode = ended.status === 'done' ? 0 : 1
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
  printResult(flags, evaluationJson(ended), () => reportText(ended))
  return ended
}

/** Whether it waits for somebody to decide on samples that are copies. */
function isPausedForCopies({ status, independence }: EvaluationView): boolean {
  return status === 'paused' && independence.state === 'copies'
}
