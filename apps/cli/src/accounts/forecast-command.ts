import type { Forecast } from '@cges-fleet/core'
import { ForecastEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api-client.js'
import { loadSpec } from '../commands/load-spec.js'
import { printResult } from '../manners/print-result.js'
import { withJson } from '../manners/with-json.js'
import { waitWithBar } from '../report/wait-with-bar.js'
import { forecastText } from './forecast-text.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
}

/** `cges forecast`: what evaluations would take, before they are submitted; exits with 1 if one could not end. */
export function forecastCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('forecast'))
    .description('say what evaluations would take in calls, tokens and time, without submitting them')
    .argument('<spec...>', 'their YAML or JSON files')
    .action(async (files: string[], options: Options) => {
      const specs = files.map((file) => ({ file, spec: loadSpec(file) }))
      const api = apiOf(options)
      const forecasts: { file: string; forecast: Forecast }[] = []
      for (const { file, spec } of specs) {
        const forecast = await waitWithBar('forecasting', file, api.call(ForecastEvaluation, { body: spec }))
        forecasts.push({ file, forecast })
      }
      printResult(options, forecasts, () => forecasts.flatMap(({ file, forecast }) => forecastText(file, forecast)))
      if (forecasts.some(({ forecast }) => forecast.refusal !== null)) process.exitCode = 1
    })
}
