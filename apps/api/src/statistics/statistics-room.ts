import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024

/** What the API needs beside its statistics: it grew to 180 MB with 500 pages open. */
const OWN_MB = 256
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
  const free = memory.limit === null ? memory.total / MEGABYTE / 4 : memory.limit / MEGABYTE - OWN_MB
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
