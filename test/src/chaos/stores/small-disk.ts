import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own in memory, over a folder. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** Null if this process may not mount one. */
  static over(folder: string, megabytes: number): SmallDisk | null {
    const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]
    return spawnSync('mount', args).status === 0 ? new SmallDisk(folder) : null
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.folder])
  }
}

/** Whether this process may mount a file system. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'cges-mount-'))
  const disk = SmallDisk.over(folder, 1)
  disk?.unmount()
  rmSync(folder, { recursive: true, force: true })
  return disk !== null
}
