import {
  counted,
  type EvaluationSpecInput,
  type Forecast,
  type ForecastInterval,
  forecastRefusalWords,
  moneyRangeWords,
  moneyWords,
  NO_PAST,
  reservationWords,
  setAsideWords,
  submissionNoteWords,
  timeNeedsWords,
  untilForecastWords,
  finishByWords,
} from '@cges-fleet/core'
import { ForecastEvaluation } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { columns, duration } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'
import { evaluationsOf, loadSpec, placed } from './spec-file.js'
import { nameOfKey } from './name-of-key.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
}

/** `cges forecast`: what evaluations would take, before they are submitted; exits with 1 if one could not finish. */
export function forecastCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('forecast'))
    .description('estimate calls, tokens and time of evaluations without submitting them')
    .argument('<spec...>', 'YAML or JSON files, such as mine.yaml')
    .action(async (files: string[], options: Options) => {
      const specs = files.flatMap(specsIn)
      const api = apiOf(options)
      const forecasts: { file: string; spec: EvaluationSpecInput; forecast: Forecast }[] = []
      for (const { file, from, spec } of specs) {
        const forecast = await waitWithBar(
          'forecasting',
          file,
          placed(from, api.call(ForecastEvaluation, { body: spec })),
        )
        forecasts.push({ file, spec, forecast })
      }
      printResult(
        options,
        forecasts.map(({ file, forecast }) => ({ file, forecast })),
        () => forecasts.flatMap(({ file, forecast, spec }) => forecastText(file, forecast, spec)),
      )
      if (forecasts.some(({ forecast }) => forecast.refusal !== null)) process.exitCode = 1
    })
}

/** What a file submits, each by its name; of a suite by its place in it. */
function specsIn(from: string): { readonly file: string; readonly from: string; readonly spec: EvaluationSpecInput }[] {
  const { kind, spec } = loadSpec(from)
  if (kind === 'evaluation') return [{ file: from, from, spec }]
  return evaluationsOf(spec).map((each) => ({ file: `${from}, ${each.benchmark} on ${each.pool}`, from, spec: each }))
}

function finishByText({ finishBy, seconds }: Forecast): string[] {
  return finishBy === null ? [] : [`  ${finishByWords(finishBy, seconds, duration)}`]
}

/** Formats a forecast for people: the least and the most of everything, and how certain that is. */
export function forecastText(name: string, forecast: Forecast, spec: EvaluationSpecInput): string[] {
  const { trials, methods, samples, tokens, seconds, gpuSeconds, context, detectable, setAside, notes, refusal } =
    forecast
  const rows = [
    ['', 'least', 'most'],
    ...methods.map(({ key, calls }) => row(`calls of ${nameOfKey(key)}`, calls)),
    row('samples drawn for all', samples),
    row('tokens', tokens),
    ...(seconds === null ? [] : [row('time', seconds, duration)]),
    ...(gpuSeconds === null ? [] : [row('GPU time', gpuSeconds, duration)]),
  ]
  const time = timeNeedsWords(forecast)
  const all = [samples, tokens, ...methods.map(({ calls }) => calls)]
  return [
    `${name}: ${counted(trials, (spec.replicates ?? 1) === 1 ? 'question' : 'question run')}`,
    ...columns(rows).map((line) => `  ${line}`),
    ...(time === null ? [] : [`  time ${time}`]),
    all.some(({ basis }) => basis === 'past')
      ? '  * 95 % interval, from your team’s past evaluations of this benchmark in this pool; the others are limits'
      : `  These are limits: ${NO_PAST}, which would narrow them.`,
    ...finishByText(forecast),
    ...forecast.reservations.map((one) => `  ${reservationWords(one)} Its time at most leaves them out.`),
    ...costTexts(forecast),
    ...[untilForecastWords(forecast)].flatMap((words) => (words === null ? [] : [`  ${words}`])),
    ...detectableTexts(detectable).map((line) => `  ${line}`),
    ...(context === null ? [] : [contextText(context)]),
    ...setAside.map((method) => `  not run: ${setAsideWords(method)}`),
    ...notes.map((note) => `  note: ${submissionNoteWords(note)}`),
    refusal === null
      ? '  It can finish within its caps and your team’s limits.'
      : `  Cannot finish: ${forecastRefusalWords(refusal)}`,
  ]
}

function costTexts({ cost }: Forecast): string[] {
  if (cost === null) return []
  const { low, high, worst, currency } = cost
  return [
    `  Costs ${moneyRangeWords(low, high, currency)} at the price of the pool, at worst ${moneyWords(worst, currency)}.`,
  ]
}

function contextText({ tokens, longestPrompt, largestAnswer }: NonNullable<Forecast['context']>): string {
  return `  Answers have at most ${counted(largestAnswer, 'token')}: context ${tokens}, longest prompt about ${longestPrompt}.`
}

/** What differences the evaluation could find; shares of disagreement that are too small for any are named once. */
function detectableTexts(detectable: Forecast['detectable']): string[] {
  const found = detectable.flatMap(({ disagreement, difference }) =>
    difference === null
      ? []
      : [`Enough questions to detect differences from ${share(difference)} between ${those(share(disagreement))}.`],
  )
  const missed = detectable.filter(({ difference }) => difference === null).map(({ disagreement }) => disagreement)
  if (missed.length === 0) return found
  const most = `${share(Math.max(...missed))}${missed.length === 1 ? '' : ' or less'}`
  return [`Too few questions to detect a difference between ${those(most)}.`, ...found]
}

function those(disagreement: string): string {
  return `methods that disagree on ${disagreement} of them`
}

function share(value: number): string {
  return `${Number((100 * value).toFixed(1))} %`
}

function row(
  what: string,
  { low, high, basis }: ForecastInterval,
  write = (value: number) => value.toLocaleString('en'),
): string[] {
  return [basis === 'past' ? `${what} *` : what, write(Math.floor(low)), write(Math.ceil(high))]
}
