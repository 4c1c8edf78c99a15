import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'

/** The names of control groups' files, in version 1 and 2. */
const VERSIONS = [
  {
    root: join(ROOT, 'memory'),
    pattern: /^\d+:memory:(.*)$/m,
    limit: 'memory.limit_in_bytes',
    peak: 'memory.max_usage_in_bytes',
  },
  { root: ROOT, pattern: /^0::(.*)$/m, limit: 'memory.max', peak: 'memory.peak' },
] as const

/** A control group of the kernel that holds processes to so much memory, as a container does. */
export class MemoryGroup {
  private constructor(
    private readonly folder: string,
    private readonly home: string,
    private readonly peakFile: string,
  ) {}

  /** Null if this user may make none. */
  static make(megabytes: number): MemoryGroup | null {
    for (const { root, pattern, limit, peak } of VERSIONS) {
      try {
        const home = join(root, pattern.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '')
        const folder = join(root, `cges-${process.pid}-${megabytes}`)
        mkdirSync(folder)
        writeFileSync(join(folder, limit), String(megabytes * 1024 * 1024))
        return new MemoryGroup(folder, home, peak)
      } catch {
        continue
      }
    }
    return null
  }

  /** Starts processes inside: they are held to the limit from their first instruction on, and size their heaps by it. */
  start<T>(spawn: () => T): T {
    writeFileSync(join(this.folder, 'cgroup.procs'), String(process.pid))
    try {
      return spawn()
    } finally {
      writeFileSync(join(this.home, 'cgroup.procs'), String(process.pid))
    }
  }

  /** The most it held since the last time this was asked. */
  takePeakMegabytes(): number {
    const file = join(this.folder, this.peakFile)
    const peak = Number(readFileSync(file, 'utf8')) / 1024 / 1024
    writeFileSync(file, '0')
    return Math.round(peak)
  }

  remove(): void {
    rmdirSync(this.folder)
  }
}

/** Megabytes of memory that a process holds, as the kernel sees it; null if the kernel does not say. */
export function residentMegabytes(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
