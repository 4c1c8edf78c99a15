import { SubmitEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import type { ApiOptions } from '../api-of.js'
import { printResult } from '../manners/print-result.js'
import { withApi } from '../manners/with-api.js'
import { withJson } from '../manners/with-json.js'
import { evaluationJson } from '../report/evaluation-json.js'
import { loadSpec } from './load-spec.js'
import { watchEvaluation } from './watch-evaluation.js'

interface EvaluateFlags extends ApiOptions {
  readonly json?: true
  readonly watch?: true
  readonly notify?: string
  readonly idempotencyKey?: string
}

/** `cges evaluate`: submits an evaluation, and on request shows it until it ends. */
export function evaluateCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('evaluate')))
    .description('submit the evaluation a YAML or JSON file describes')
    .argument('<spec>', 'the file')
    .option('--watch', 'show it until it ends')
    .option('--notify <webhook>', 'the webhook, of those the fleet has, that is told once it has ended')
    .option('--idempotency-key <key>', 'the same key and file give the same evaluation')
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
