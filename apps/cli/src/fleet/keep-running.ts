import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './processes.js'

/** A process that ends sooner after its start has not recovered. */
const WELL_MS = 60_000
/** Ends in a row, each soon after a start, at which the fleet stops. */
const MOST_ENDS = 5
/** Before the first start; the pauses then double. */
const PAUSE_MS = 1000

interface Kept extends Pick<Child, 'name' | 'ended'> {
  restart(): Promise<Kept>
}

/**
 * Starts each process of a fleet again when it ends. Resolves with the exit code once one is given up: half a fleet would
 * only look alive. Starts none after `over`.
 */
export async function keepRunning(children: readonly Kept[], over: AbortSignal, pauseMs = PAUSE_MS): Promise<number> {
  const reason = await Promise.race(children.map((child) => untilGivenUp(child, over, pauseMs)))
  if (reason !== null) console.error(`${reason}: stopping the fleet.`)
  return 1
}

/** Returns why it was given up, or null once it is over. */
async function untilGivenUp(child: Kept, over: AbortSignal, pauseMs: number): Promise<string | null> {
  let running = Promise.resolve(child)
  let startedAt = -Infinity
  for (let ends = 1; ; ends += 1) {
    const how = await endOf(child.name, running)
    if (performance.now() - startedAt >= WELL_MS) ends = 1
    if (over.aborted) return null
    if (ends >= MOST_ENDS) return `${how}, for the ${ends}th time within a minute of its start`
    const seconds = (pauseMs * 2 ** (ends - 1)) / 1000
    console.error(`${how}: it starts again in ${seconds} s.`)
    await sleep(1000 * seconds, undefined, { signal: over }).catch(() => undefined)
    if (over.aborted) return null
    startedAt = performance.now()
    running = child.restart()
  }
}

/** Waits for a process to end, also while it starts. Returns how it did. */
async function endOf(name: string, running: Promise<Kept>): Promise<string> {
  try {
    const child = await running
    return `The ${name} ended (${await child.ended})`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
