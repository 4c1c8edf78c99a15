import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { lastRelease } from '../handbook/previous-build.js'
import { ROOT } from '../root.js'
import type { Release } from './compose-project.js'
import { run } from './run.js'

/**
 * The sources of what a fleet is upgraded from, in a folder of their own: the commit that is named, else the last
 * release's. A string says why there are none.
 */
export async function earlierRelease(named: string | null, folder: string): Promise<Release | string> {
  const last = lastRelease()
  if (named === null && 'missing' in last) return last.missing
  const commit = named ?? ('commit' in last ? last.commit : '')
  const version = await git('rev-parse', '--short', `${commit}^{commit}`)
  mkdirSync(folder, { recursive: true })
  const root = mkdtempSync(join(folder, 'before-'))
  await run('sh', ['-c', 'git -C "$0" archive "$1" | tar --extract --directory "$2"', ROOT, version, root])
  return { root, version }
}

/** Names the commit that is tried, and says where what is tried is not just that. */
export async function commitTried(): Promise<string> {
  const commit = await git('rev-parse', '--short', 'HEAD').catch(() => null)
  if (commit === null) return 'no commit'
  return (await git('status', '--porcelain')) === '' ? `commit ${commit}` : `commit ${commit} with changes`
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', ['-C', ROOT, ...args])).trim()
}
