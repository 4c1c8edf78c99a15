import { join } from 'node:path'
import { DATA_FOLDER } from '../../apps/cli/dist/paths.js'
import { dataHome, findPostmaster } from '../../packages/db/dist/embedded/embedded-postgres.js'
import { serverState, socketUrl } from '../../packages/db/dist/embedded/server-state.js'

/** Finds the embedded database of this checkout's fleet if it is running, starting or stopping; else undefined. */
export async function runningDatabase() {
  const server = findPostmaster(join(dataHome(DATA_FOLDER).path, 'postgres'))
  if (server === null || (await serverState(server.socketFolder)) === 'silent') return undefined
  return { pid: server.pid, url: socketUrl(server.socketFolder, 'cges') }
}
