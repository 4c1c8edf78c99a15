import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../http/refusal.js'
import type { ThreadData } from './statistics-thread.js'

/** Long enough for a million samples on a busy machine; what takes longer would hold up its team's other statistics. */
const MOST_MS = 300_000

export interface ThreadLimits {
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
