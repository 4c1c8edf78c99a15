import { join } from 'node:path'

/** Where `up` keeps the first key it makes of a fleet on a folder. */
export function firstKeyPath(folder: string): string {
  return join(folder, 'first-admin-key')
}
