import { chown, mkdir } from 'node:fs/promises'

/** The user `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/** The uid and gid the server must run as: none to set unless we are root. */
export function serverUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
}

/** Makes a private folder that the server's user owns. */
export async function makeServerFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
