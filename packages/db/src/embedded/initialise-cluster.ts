import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeServerFolder, serverUser } from './server-user.js'

/**
 * Creates an empty database cluster as initdb does, unless one exists; an interrupted attempt does not count as one.
 */
export async function initialiseCluster(
  initdb: string,
  cluster: string,
  started: (pid: number) => void = () => undefined,
): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const making = `${cluster}.making`
  rmSync(making, { recursive: true, force: true })
  await makeServerFolder(making)
  const args = ['-D', making, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const child = spawn(initdb, args, { ...serverUser(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  if (child.pid !== undefined) started(child.pid)
  const [code]: (number | null)[] = await once(child, 'close')
  if (code !== 0) throw new Error(`No database could be made in ${cluster}: ${said.trim()}`)
  renameSync(making, cluster)
}
