import { counted, inNumber } from '@cges-fleet/core'

/** Says that calls of workers that fell silent go back to the queue. */
export function expiredWords(pool: string, calls: number): string {
  return `${counted(calls, 'call')} of pool ${pool} ${inNumber(calls, 'has', 'have')} a worker that fell silent: killed, or cut off from the database. Nothing is lost: other workers make ${inNumber(calls, 'it', 'them')} again. If you stopped no worker, read its log`
}

/** Says that calls which a queue no longer had are in it again. */
export function missingCallsWords(pool: string, calls: number): string {
  return `the queue of pool ${pool} lacked ${counted(calls, 'call')}, as after a restart of Redis, a killed process, or a cancelled evaluation that was extended. Nothing is lost: PostgreSQL has ${inNumber(calls, 'it', 'them')}, and the queue has ${inNumber(calls, 'it', 'them')} again. ${IF_AGAIN}`
}

/** The same for the rounds of evaluations. */
export function missingRoundsWords(rounds: number): string {
  return `the queue lacked ${counted(rounds, 'round')}, as after a restart of Redis or a killed process. Nothing is lost: ${inNumber(rounds, 'it is', 'they are')} requested again. ${IF_AGAIN}`
}

/** Says that requests ended with the gateway that was to answer them. */
export function gatewayWords(requests: number): string {
  return `${counted(requests, 'request')} of a gateway that was killed ended without an answer: the sender can send ${inNumber(requests, 'it', 'them')} again`
}

const IF_AGAIN = 'If this repeats, check the memory and persistence of Redis'
