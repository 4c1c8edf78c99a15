import type { AccountsView, EvaluationAccount } from '@cges-fleet/core'
import { GetAccounts, GetEvaluationAccount } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { columns } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
}

/** `cges accounts`: the usage of the caller's team, or the cost of one evaluation. */
export function accountsCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('accounts'))
    .description('show what your team used by day and pool, and its limits; or what one evaluation cost')
    .argument('[id]', 'an evaluation’s id')
    .action(async (id: string | undefined, options: Options) => {
      const api = apiOf(options)
      if (id === undefined) {
        const accounts = await waitWithBar('counting', 'what your team used', api.call(GetAccounts))
        return printResult(options, accounts, () => accountsText(accounts))
      }
      const account = await waitWithBar('counting', 'what it cost', api.call(GetEvaluationAccount, { path: { id } }))
      printResult(options, account, () => evaluationAccountText(account))
    })
}

type Cost = EvaluationAccount['paid']

/** Formats a team's usage for people: against its limits, then by day and pool. */
export function accountsText({ limits, days }: AccountsView): string[] {
  const { samplesInFlight, tokensToday, gpuSecondsThisMonth, storedBytes } = limits
  const against = [
    ['', 'used', 'limit'],
    ['samples in flight', ...limited(samplesInFlight)],
    ['tokens today', ...limited(tokensToday)],
    ['GPU seconds this month', ...limited(gpuSecondsThisMonth)],
    ['bytes stored', ...limited(storedBytes)],
  ]
  const byDay = days.map((one) => [`${one.day}  ${one.pool}`, ...cost(one)])
  return [
    ...columns(against),
    '',
    ...(byDay.length === 0
      ? ['Nothing was used in the last 31 days.']
      : columns([['day         pool', 'calls', 'tokens', 'GPU s'], ...byDay])),
  ]
}

/** Formats an evaluation's cost for people: what its team pays, the platform's overhead, and each method alone. */
export function evaluationAccountText({ paid, overhead, calls, methods }: EvaluationAccount): string[] {
  const unsettled = calls.filter(({ state }) => state !== 'settled' && state !== 'started')
  const rows = [
    ['', 'calls', 'tokens', 'GPU s'],
    ['paid by the team', ...cost(paid)],
    ['overhead of the platform', ...cost(overhead)],
    ...unsettled.map((call) => [`  ${call.kind}, ${call.state.replace('_', ' ')}`, ...cost(call)]),
    ...methods.map((method) => [`${method.key}, had it run alone`, ...cost(method)]),
  ]
  return columns(rows)
}

function limited({ used, limit }: AccountsView['limits']['tokensToday']): string[] {
  return [whole(used), limit === null ? 'none' : whole(limit)]
}

function cost({ calls, tokens, gpuSeconds }: Cost): string[] {
  return [whole(calls), whole(tokens), gpuSeconds.toFixed(1)]
}

function whole(amount: number): string {
  return String(Math.round(amount))
}
