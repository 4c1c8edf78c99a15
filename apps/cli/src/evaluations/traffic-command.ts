import { moneyWords, TrafficDays, type TrafficView } from '@cges-fleet/core'
import { GetTraffic } from '@cges-fleet/core/contract'
import { Command, Option } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { columns, markedName } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { waitWithBar } from '../shell/progress.js'

interface Options {
  readonly api?: string
  readonly json?: boolean
  readonly days: TrafficDays
}

/** `cges traffic`: what the team's requests to the gateway came to. */
export function trafficCommand(apiOf: (options: { api?: string }) => ApiClient): Command {
  return withJson(new Command('traffic'))
    .description('show what your team asked of the gateway: requests, calls saved, agreement, cost by model and method')
    .addOption(new Option('--days <n>', 'how many days, with today').choices(TrafficDays.options).default('30'))
    .action(async (options: Options) => {
      const { days } = options
      const traffic = await waitWithBar('counting', 'requests', apiOf(options).call(GetTraffic, { query: { days } }))
      printResult(options, traffic, () => trafficText(traffic))
    })
}

/** Formats traffic for people: the calls saved, then a row a model and method, then a row a day. */
export function trafficText({ all, days, keepDays, models, byDay, audit }: TrafficView): string[] {
  if (all.requests === 0) return [keepDays === null ? NOT_KEPT : `No requests in ${days} days.`]
  const rows = models.map((one) => [
    markedName(`${one.pool}  ${one.method}`, one.provenance),
    ...servedOf(one),
    one.cost === null || one.currency === null ? '' : moneyWords(one.cost, one.currency),
    one.early === null ? '' : earlyOf(one.early),
  ])
  return [
    `${whole(all.saved)} of ${whole(all.budget)} calls saved (${percent(all.saved / Math.max(1, all.budget))}) in ${days} days.`,
    ...(audit.early === null ? [] : [`The early answer differed in ${earlyOf(audit.early)} audited requests.`]),
    '',
    ...columns([['pool  method', ...SERVED, 'cost', 'differed'], ...rows]),
    '',
    ...columns([
      ['day', 'requests', 'calls', 'saved'],
      ...byDay.map(({ day, requests, calls, saved }) => [day, whole(requests), whole(calls), whole(saved)]),
    ]),
  ]
}

const NOT_KEPT =
  'Your team keeps no figures of requests. An administrator of the fleet turns it on: cges team change TEAM --keep-requests-days 30'

const SERVED = ['requests', 'calls', 'saved', 'agreement', 'tokens', 'p50 s', 'p95 s']

function servedOf({ requests, calls, budget, saved, agreement, tokens, p50Seconds, p95Seconds }: TrafficView['all']) {
  return [
    whole(requests),
    whole(calls),
    percent(saved / Math.max(1, budget)),
    agreement === null ? '' : percent(agreement),
    whole(tokens),
    p50Seconds?.toFixed(2) ?? '',
    p95Seconds?.toFixed(2) ?? '',
  ]
}

function earlyOf({ differed, share: { low, high, n } }: NonNullable<TrafficView['audit']['early']>): string {
  return `${differed} of ${n} (${percent(low)} to ${percent(high)})`
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const whole = (amount: number) => String(Math.round(amount))
