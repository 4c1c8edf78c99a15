import { existsSync, readFileSync, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
const ROOM = 8 * 2 ** 30

/**
 * A folder in memory for what lives for seconds: there a database is made in a twentieth of the time that a disk takes.
 * Null if the machine has none, one without much room, or one from which nothing may be executed.
 */
export function memoryFolder(): string | null {
  if (!existsSync(FOLDER) || !existsSync('/proc/mounts')) return null
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === FOLDER)
  const { bavail, bsize } = statfsSync(FOLDER)
  if (mount?.[3]?.split(',').includes('noexec') !== false || bavail * bsize < ROOM) return null
  return FOLDER
}
