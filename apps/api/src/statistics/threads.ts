import { once } from 'node:events'
import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../http/refusal.js'
import type { ThreadData } from './statistics-thread.js'

/** Long enough for a million samples on a busy machine; what takes longer would hold up its team's other statistics. */
const MOST_MS = 300_000

interface ThreadLimits {
  readonly memoryMb: number
  /** Aborts when nobody waits for the result any more: the thread then ends at once. */
  readonly signal: AbortSignal
}

/** Computes in a thread of its own, which ends with its result, its limits, or its last asker. */
export async function runThread<Found>(data: ThreadData, { memoryMb, signal }: ThreadLimits): Promise<Found> {
  signal.throwIfAborted()
  const thread = new Worker(new URL('./statistics-thread.js', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const over = new AbortController()
  const late = setTimeout(() => over.abort(tooLong()), MOST_MS)
  const stopped = AbortSignal.any([signal, over.signal])
  try {
    const [answer] = await once(thread, 'message', { signal: stopped })
    return answer as Found
  } catch (error) {
    stopped.throwIfAborted()
    throw outOfMemory(error) ? tooMuchMemory(memoryMb) : error
  } finally {
    clearTimeout(late)
    await thread.terminate()
  }
}

/** The refusal of statistics that need more memory than a thread has. */
export function tooMuchMemory(memoryMb: number, neededMb?: number): Refusal {
  const needed = neededMb === undefined ? 'more' : `about ${neededMb} MB`
  return new Refusal(
    'conflict',
    `These statistics need ${needed}, and the API computes them in ${memoryMb} MB. Raise its memory limit or STATISTICS_MEMORY_MB, or export the samples and run cges replay on them.`,
  )
}

function tooLong(): Refusal {
  return new Refusal(
    'conflict',
    `These statistics took longer than ${MOST_MS / 60_000} minutes and were stopped. Export the samples and run cges replay on them.`,
  )
}

function outOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

const MEGABYTE = 1024 * 1024

/** What the API needs beside its statistics: it grew to 180 MB with 500 pages open. */
const API_MB = 256
/** A thread of less computes nothing of use. */
const LEAST_MB = 160
const MOST_MB = 4096
/** One team's statistics leave a thread for the other teams'. */
const MOST_THREADS = 2

/** Where statistics are computed: so many threads of so much memory each. */
export interface StatisticsRoom {
  readonly threads: number
  readonly threadMb: number
}

/**
 * Divides the memory that statistics may take among threads: the setting if there is one, what a container's limit
 * leaves beside the API itself, or a quarter of the machine.
 *
 * @param settingMb STATISTICS_MEMORY_MB, for all threads together.
 * @param memory In bytes; `limit` is the container's, null if there is none.
 */
export function statisticsRoom(settingMb: number | undefined, memory = memoryHere()): StatisticsRoom {
  const free = memory.limit === null ? memory.total / MEGABYTE / 4 : memory.limit / MEGABYTE - API_MB
  const allMb = Math.max(LEAST_MB, settingMb ?? free)
  const threads = Math.min(MOST_THREADS, Math.max(1, Math.floor(allMb / LEAST_MB)))
  return { threads, threadMb: Math.min(MOST_MB, Math.floor(allMb / threads)) }
}

/** The machine's memory, and the limit that a container sets to it, if any. */
function memoryHere(): { readonly limit: number | null; readonly total: number } {
  const total = totalmem()
  const limit = process.constrainedMemory()
  return { total, limit: limit > 0 && limit < total ? limit : null }
}
