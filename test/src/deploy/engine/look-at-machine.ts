import { readFileSync, statfsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import type { Machine, Missing } from './why-not.js'

/** Looks at what of this machine an engine depends on. */
export function lookAtMachine(folder: string, missing: readonly Missing[]): Machine {
  const { bavail, bsize } = statfsSync(folder)
  return {
    platform: process.platform,
    root: process.getuid?.() === 0,
    controllers: readControllers(),
    overlay: read('/proc/filesystems').includes('overlay') || spawnSync('modprobe', ['overlay']).status === 0,
    forwards: !(spawnSync('iptables', ['-S', 'FORWARD'], { encoding: 'utf8' }).stdout ?? '').includes(
      '-P FORWARD DROP',
    ),
    freeGigabytes: (bavail * bsize) / 1e9,
    missing,
  }
}

/** Those of the unified hierarchy, or of the older one with a folder each. */
function readControllers(): string[] {
  const unified = read('/sys/fs/cgroup/cgroup.controllers').trim().split(' ')
  const older = read('/proc/cgroups')
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([name, , , enabled]) => name !== undefined && enabled === '1')
    .map(([name = '']) => name)
  return [...unified, ...older]
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
