import { type FleetStatus, type FleetTrouble, fleetWords } from '@cges-fleet/core'
import { GetFleetStatus } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import { columnsBefore, duration } from '../shell/format.js'
import { withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

interface Options {
  readonly api?: string
  readonly json?: true
}

/** `cges status`: whether the fleet is up, and what is wrong. */
export function statusCommand(apiOf: (options: Options) => ApiClient): Command {
  return withJson(withApi(new Command('status')))
    .description('show whether the fleet is up, and what is wrong: stores, coordinators, workers, queues, webhooks')
    .action(async (options: Options) => {
      const status = await apiOf(options).call(GetFleetStatus, {})
      printResult(options, status, () => statusText(status))
      if (isStalled(status)) process.exitCode = 1
    })
}

const STALLS: ReadonlySet<FleetTrouble['kind']> = new Set(['no_coordinator', 'queue_away', 'queue', 'no_worker'])

/** Whether work cannot go on until somebody repairs something: for probes and cron. */
export function isStalled({ troubles }: Pick<FleetStatus, 'troubles'>): boolean {
  return troubles.some(({ kind }) => STALLS.has(kind))
}

/** Formats a fleet's status for people, what is wrong first. */
export function statusText(status: FleetStatus): string[] {
  const { database, queue, coordinator, pools, webhooks } = status
  const rows: (readonly [string, string])[] = [
    ['database', `answered in ${database.ms} ms`],
    [
      'queue',
      queue.ms === null ? (pools.length === 0 ? 'not asked: no pool yet' : 'no answer') : `answered in ${queue.ms} ms`,
    ],
    ['coordinator', agoWords(coordinator.sweptSecondsAgo)],
    ['your webhooks', waitingWords(webhooks)],
    ...pools.map((pool): [string, string] => [
      `pool ${pool.name}`,
      [
        `${pool.workers.ready} of ${pool.workers.known} workers ready${pool.workers.reason === null ? '' : ` (${pool.workers.reason})`}`,
        `${pool.active} in flight`,
        waitingWords(pool),
        ...(pool.paused ? ['paused'] : []),
      ].join(', '),
    ]),
  ]
  return [
    fleetWords(status),
    '',
    ...columnsBefore(
      rows.map(([name]) => [name]),
      rows.map(([, words]) => words),
    ),
  ]
}

function agoWords(seconds: number | null): string {
  return seconds === null ? 'none has run yet' : `at work ${duration(seconds)} ago`
}

function waitingWords({ waiting, oldestSeconds }: FleetStatus['webhooks']): string {
  return `${waiting} waiting${oldestSeconds === null ? '' : `, the oldest for ${duration(oldestSeconds)}`}`
}
