import { join } from 'node:path'

/** The file in which `up` keeps the first key of a fleet. */
export function firstKeyPath(folder: string): string {
  return join(folder, 'first-admin-key')
}
