import { type Reservation, reservationWords } from '@cges-fleet/core'
import { CancelReservation, ListReservations, ReserveSlots } from '@cges-fleet/core/contract'
import { Command } from 'commander'
import type { ApiClient } from '../api/api-client.js'
import type { ApiOptions } from '../api/connection.js'
import { instant, poolName, wholeFrom, withApi, withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'

type Options = ApiOptions & { readonly json?: true }

interface ReserveOptions extends Options {
  readonly team: string
  readonly slots: number
  readonly from?: string
  readonly until: string
}

/** `cges pool reserve`: slots of a pool that a team gets at least. */
export function reserveCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('reserve')))
    .description('reserve slots of a pool for a team; others use them while the team has no work')
    .argument('<pool>', 'its name', poolName)
    .requiredOption('--team <name>', 'team that gets the slots')
    .requiredOption('--slots <count>', 'slots the team gets at least', wholeFrom(1))
    .option('--from <time>', 'when it begins, in your time zone unless given; now without it', instant)
    .requiredOption('--until <time>', 'when it ends, such as 2026-12-04T22:00', instant)
    .action(async (pool: string, { team, slots, from, until, ...options }: ReserveOptions) => {
      const made = await apiOf(options).call(ReserveSlots, { path: { pool }, body: { team, slots, from, until } })
      printResult(options, made, () => [
        reservationWords(made, localTime),
        ...(isPast(from, Date.now()) ? ['It starts now: the time of --from is past.'] : []),
        `Cancel it with: cges pool unreserve ${pool} ${made.id}`,
      ])
    })
}

/** Whether the time that a reservation was to begin at is over. */
export function isPast(from: string | undefined, nowMs: number): boolean {
  return from !== undefined && Date.parse(from) < nowMs
}

/** `cges pool reservations`. */
export function reservationsCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('reservations')))
    .description('list the reservations of a pool that run or are to come')
    .argument('<pool>', 'its name', poolName)
    .action(async (pool: string, options: Options) => {
      const list = await apiOf(options).call(ListReservations, { path: { pool } })
      printResult(options, list, () => reservationsText(pool, list.reservations))
    })
}

function reservationsText(pool: string, reservations: readonly Reservation[]): string[] {
  if (reservations.length === 0) return [`Nothing of pool ${pool} is reserved.`]
  return reservations.map((one) => `${one.id}  ${reservationWords(one, localTime)}`)
}

/** `cges pool unreserve`. */
export function unreserveCommand(apiOf: (options: ApiOptions) => ApiClient): Command {
  return withJson(withApi(new Command('unreserve')))
    .description('cancel a reservation')
    .argument('<pool>', 'its name', poolName)
    .argument('<reservation>', 'its id, as in cges pool reservations')
    .action(async (pool: string, reservation: string, options: Options) => {
      const cancelled = await apiOf(options).call(CancelReservation, { path: { pool, reservation } })
      printResult(options, cancelled, () => [`Cancelled: ${reservationWords(cancelled, localTime)}`])
    })
}

function localTime(at: string): string {
  return new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
}
