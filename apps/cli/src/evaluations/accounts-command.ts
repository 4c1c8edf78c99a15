import { type AccountsView, type EvaluationAccount, moneyWords } from '@cges-fleet/core'
import { ExportAccounts, GetAccounts, GetEvaluationAccount } from '@cges-fleet/core/contract'
import { Command, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { UsageError } from '../errors.js'
import { columns } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'
import { nameOfKey } from './name-of-key.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
  readonly csv?: true
}

/** `cges accounts`: the usage of the caller's team, or the cost of one evaluation. */
export function accountsCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('accounts'))
    .description('show what your team used by day and pool, and its limits; or what one evaluation cost')
    .argument('[id]', 'an evaluation’s id')
    .addOption(new Option('--csv', 'print the statement of the last twelve months as CSV').conflicts('json'))
    .action(async (id: string | undefined, options: Options) => {
      const api = apiOf(options)
      if (options.csv === true) {
        if (id !== undefined) throw new UsageError('--csv prints your team’s statement: leave the id out')
        return void process.stdout.write(await (await api.open(ExportAccounts, {})).text())
      }
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
export function accountsText({ limits, days, months }: AccountsView): string[] {
  const { samplesInFlight, tokensToday, gpuSecondsThisMonth, storedBytes } = limits
  const against = [
    ['', 'used', 'limit'],
    ['samples queued or in flight', ...limited(samplesInFlight)],
    ['tokens today', ...limited(tokensToday)],
    ['GPU seconds this month', ...limited(gpuSecondsThisMonth)],
    ['bytes stored', ...limited(storedBytes)],
  ]
  const byDay = days.map((one) => [`${one.day}  ${one.pool}`, ...cost(one), money(one)])
  const byMonth = months.map((one) => [`${one.month}     ${one.pool}`, ...cost(one), whole(one.savedCalls), money(one)])
  return [
    ...columns(against),
    '',
    ...(byMonth.length === 0
      ? ['No use in the last 12 months.']
      : columns([['month       pool', 'calls', 'tokens', 'GPU s', 'saved calls', 'cost'], ...byMonth]).concat(SAVED)),
    ...(byDay.length === 0
      ? []
      : ['', ...columns([['day         pool', 'calls', 'tokens', 'GPU s', 'cost'], ...byDay])]),
  ]
}

/** How the statement counts, which differs from what each method saves. */
const SAVED = [
  'saved calls: calls that budgets allowed and nobody made, in finished evaluations. With sc among the',
  '  methods it is 0, unless `until` ended it; cges accounts ID shows the calls of each method alone.',
]

/** Formats an evaluation's cost for people: what its team pays, the platform's overhead, and each method alone. */
export function evaluationAccountText(account: EvaluationAccount): string[] {
  const { paid, overhead, calls, methods, money: priced } = account
  const currency = priced?.currency ?? null
  const alone = (key: string) =>
    money({ money: priced?.methods.find((one) => one.key === key)?.alone ?? null, currency })
  const unsettled = calls.filter(({ state }) => state !== 'settled' && state !== 'started')
  const rows = [
    ['', 'calls', 'tokens', 'GPU s', 'cost'],
    ['paid by your team', ...cost(paid), money({ money: priced?.paid ?? null, currency })],
    ['platform overhead', ...cost(overhead), ''],
    ...unsettled.map((call) => [`  ${call.kind}, ${call.state.replace('_', ' ')}`, ...cost(call), '']),
    ...methods.map((method) => [`${nameOfKey(method.key)}, if run alone`, ...cost(method), alone(method.key)]),
  ]
  return columns(rows)
}

function limited({ used, limit }: AccountsView['limits']['tokensToday']): string[] {
  return [whole(used), limit === null ? 'none' : whole(limit)]
}

function cost({ calls, tokens, gpuSeconds }: Cost): string[] {
  return [whole(calls), whole(tokens), gpuSeconds.toFixed(1)]
}

/** Empty if the pool had no price. */
function money({ money: amount, currency }: Pick<AccountsView['months'][number], 'money' | 'currency'>): string {
  return amount === null || currency === null ? '' : moneyWords(amount, currency)
}

function whole(amount: number): string {
  return Math.round(amount).toLocaleString('en')
}
