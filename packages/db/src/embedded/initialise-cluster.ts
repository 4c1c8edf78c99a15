import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { serverUser } from './server-user.js'

/** Makes an empty database cluster, as initdb does, in a folder the server's user owns. */
export async function initialiseCluster(initdb: string, cluster: string): Promise<void> {
  const args = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(initdb, args, { ...serverUser(), cwd: '/' })
}
