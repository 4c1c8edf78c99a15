import { counted, inNumber } from './counted.js'

/** Two heartbeats missed, of one every five seconds, and some delay. */
export const SILENT_AFTER_MS = 12_000

interface Heard {
  readonly ready: boolean
  readonly reason: string | null
  readonly heartbeatAgeMs: number
}

/** Whether a worker may have been killed: two of its heartbeats did not come. */
export function isSilent({ heartbeatAgeMs }: Pick<Heard, 'heartbeatAgeMs'>): boolean {
  return heartbeatAgeMs > SILENT_AFTER_MS
}

/** Counts workers and those that are ready, and says why one is not; one that fell silent is not. */
export function crewOf(workers: readonly Heard[]): { known: number; ready: number; reason: string | null } {
  const silent = workers.filter(isSilent)
  const awake = workers.filter((worker) => !isSilent(worker))
  const reason = awake.find((worker) => !worker.ready && worker.reason !== null)?.reason
  const ready = awake.filter((worker) => worker.ready).length
  return { known: workers.length, ready, reason: reason ?? silentWords(silent) }
}

function silentWords(silent: readonly Heard[]): string | null {
  if (silent.length === 0) return null
  const seconds = Math.round(Math.max(...silent.map(({ heartbeatAgeMs }) => heartbeatAgeMs)) / 1000)
  return `${counted(silent.length, 'worker')} ${inNumber(silent.length, 'has', 'have')} been silent for ${seconds} s`
}
