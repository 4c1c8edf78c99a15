/** What a container has used by one moment. */
export interface Usage {
  readonly cpuNanoseconds: number
  readonly memoryBytes: number
  readonly processes: number
}

/** What the engine says of a container, as far as it is read here. */
export interface EngineStats {
  readonly cpu_stats: { readonly cpu_usage: { readonly total_usage: number } }
  readonly memory_stats: { readonly usage?: number; readonly stats?: Readonly<Record<string, number>> }
  readonly pids_stats: { readonly current?: number }
}

/** Reads what the engine says; memory without the file cache that could be dropped, as `docker stats` has it. */
export function usageOf({ cpu_stats, memory_stats, pids_stats }: EngineStats): Usage {
  const { usage = 0, stats = {} } = memory_stats
  const cache = stats['total_inactive_file'] ?? stats['inactive_file'] ?? 0
  return {
    cpuNanoseconds: cpu_stats.cpu_usage.total_usage,
    memoryBytes: Math.max(0, usage - cache),
    processes: pids_stats.current ?? 0,
  }
}

/** The share of one processor that was used between two moments. */
export function cpuShare(before: Usage, after: Usage, seconds: number): number {
  return (after.cpuNanoseconds - before.cpuNanoseconds) / (seconds * 1e9)
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
