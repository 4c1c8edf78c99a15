import { join } from 'node:path'
import { DATA_FOLDER } from '../../apps/cli/dist/paths.js'
import { dataHome } from '../../packages/db/dist/embedded/data-home.js'
import { findPostmaster } from '../../packages/db/dist/embedded/find-postmaster.js'
import { serverState } from '../../packages/db/dist/embedded/server-state.js'
import { socketUrl } from '../../packages/db/dist/embedded/socket-url.js'

/** Finds the embedded database of this checkout's fleet if it is running, starting or stopping; else undefined. */
export async function runningDatabase() {
  const server = findPostmaster(join(dataHome(DATA_FOLDER).path, 'postgres'))
  if (server === null || (await serverState(server.socketFolder)) === 'silent') return undefined
  return { pid: server.pid, url: socketUrl(server.socketFolder, 'cges') }
}
