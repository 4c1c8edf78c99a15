import { setTimeout as sleep } from 'node:timers/promises'
import { ProgressJudge, findProcess } from '@cges-fleet/db/process'
import { duration } from '../../report/format.js'
import { UsageError } from '../../usage-error.js'

export interface Starting {
  /** Its name for people: `worker 1`. */
  readonly name: string
  readonly pid: number
  /** Resolves with its URL once it serves. */
  readonly ready: Promise<string | null>
  readonly ended: Promise<unknown>
  /** Its output so far. */
  readonly said: () => { readonly count: number; readonly last: string }
}

export interface Patience {
  /** How long a process may make no progress. */
  readonly quietMs: number
  /** Reports, now and then, what is being waited for. */
  readonly tell: (line: string) => void
}

const LOOK_MS = 250
/** When the wait is first reported; the intervals then double. */
const FIRST_TOLD_MS = 8000

/** Waits until a process serves, however slow the machine is, and gives up only if it exits or makes no progress. */
export async function awaitReady(starting: Starting, { quietMs, tell }: Patience): Promise<string | null> {
  const began = performance.now()
  const judge = new ProgressJudge(quietMs)
  const ready = starting.ready.then((address) => ({ address }))
  const ended = starting.ended.then(() => {
    throw new UsageError(`The ${starting.name} ended: ${starting.said().last || 'without a word'}`)
  })
  ended.catch(() => undefined)
  let toldAfter = FIRST_TOLD_MS
  for (;;) {
    const outcome = await Promise.race([ready, ended, sleep(LOOK_MS)])
    if (outcome !== undefined) return outcome.address
    const facts = findProcess(starting.pid)
    if (facts === null) continue
    const { count, last } = starting.said()
    const waited = performance.now() - began
    const isStuck = judge.isStuck({ ...facts, atMs: performance.now(), heard: count })
    const words = last === '' ? 'It has said nothing.' : `It last said: ${last}`
    if (isStuck) {
      throw new UsageError(
        `The ${starting.name} is not ready after ${duration(waited / 1000)}, and got no further for ${duration(quietMs / 1000)}. ${words}\n` +
          'Give it longer with --ready-timeout, in seconds without any progress.',
      )
    }
    if (waited < toldAfter) continue
    const cpu = facts.cpuMs === null ? '' : `, with ${(facts.cpuMs / 1000).toFixed(1)} s of a processor so far`
    tell(`Waiting for the ${starting.name}: ${duration(waited / 1000)}${cpu}. ${words}`)
    toldAfter *= 2
  }
}
