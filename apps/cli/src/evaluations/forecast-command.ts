import { counted, type Forecast, type ForecastInterval, setAsideWords, submissionNoteWords } from '@cges-fleet/core'
import { ForecastEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { columns, duration } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'
import { loadSpec } from './spec-file.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
}

/** `cges forecast`: what evaluations would take, before they are submitted; exits with 1 if one could not end. */
export function forecastCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('forecast'))
    .description('estimate calls, tokens and time of evaluations without submitting them')
    .argument('<spec...>', 'YAML or JSON files, such as mine.yaml')
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

/** Formats a forecast for people: the least and the most of everything, and how certain that is. */
export function forecastText(name: string, forecast: Forecast): string[] {
  const { trials, methods, samples, tokens, seconds, gpuSeconds, context, detectable, setAside, notes, refusal } =
    forecast
  const rows = [
    ['', 'least', 'most'],
    ...methods.map(({ key, calls }) => row(`calls of ${key}`, calls)),
    row('samples drawn for all', samples),
    row('tokens', tokens),
    ...(seconds === null ? [] : [row('time', seconds, duration)]),
    ...(gpuSeconds === null ? [] : [row('GPU time', gpuSeconds, duration)]),
  ]
  const all = [samples, tokens, ...methods.map(({ calls }) => calls)]
  return [
    `${name}: ${counted(trials, 'trial')}`,
    ...columns(rows).map((line) => `  ${line}`),
    ...(seconds === null
      ? ['  time: nobody knows yet; the pool has no worker ready, or finished no such evaluation']
      : []),
    ...(all.some(({ basis }) => basis === 'past')
      ? ['  * in 95 of 100 cases, by past evaluations of this benchmark in this pool; the others always']
      : ['  the bounds hold always; no past evaluation of this benchmark in this pool tells more']),
    ...detectable.map(detectableText),
    ...(context === null ? [] : [contextText(context)]),
    ...setAside.map((method) => `  not run: ${setAsideWords(method)}`),
    ...notes.map((note) => `  note: ${submissionNoteWords(note)}`),
    refusal === null ? '  It can end within its caps and its team’s limits.' : `  IT CANNOT END: ${refusal}`,
  ]
}

function contextText({ tokens, longestPrompt, largestAnswer }: NonNullable<Forecast['context']>): string {
  return `  an answer has at most ${counted(largestAnswer, 'token')}: the pool’s context is ${tokens}, and the longest prompt has about ${longestPrompt}`
}

function detectableText({ disagreement, difference }: Forecast['detectable'][number]): string {
  const told = difference === null ? 'no difference' : `differences from ${share(difference)} on`
  return `  of two methods that disagree on ${share(disagreement)} of the questions, it would tell ${told}`
}

function share(value: number): string {
  return `${Number((100 * value).toFixed(1))} %`
}

function row(what: string, { low, high, basis }: ForecastInterval, write = (value: number) => `${value}`): string[] {
  return [basis === 'past' ? `${what} *` : what, write(Math.floor(low)), write(Math.ceil(high))]
}
