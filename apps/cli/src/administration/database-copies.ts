import { spawn } from 'node:child_process'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { countRelations, openDatabase } from '@cges-fleet/db'
import { UsageError } from '../errors.js'
import { childEnvironment } from '../env.js'
import { parseStoreEnvironment } from '../fleet/env.js'
import { waitWithBar } from '../shell/progress.js'
import { migrateDatabase } from './database-work.js'

/** Writes the database of DATABASE_URL into a new file; what is not whole is not left behind. */
export async function backUp(file: string): Promise<void> {
  const url = ownersUrl('back up')
  if (existsSync(file)) throw new UsageError(`${file} is there already: name another file`)
  const part = `${file}.part`
  // Row-level security hides every row from the owner too, unless it says that it is the owner.
  const args = ['--format=custom', '--no-owner', '--enable-row-security', `--file=${part}`]
  try {
    await waitWithBar('backing up', 'the database', run('pg_dump', args, url))
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  const megabytes = (statSync(file).size / 1e6).toFixed(1)
  console.log(`Wrote ${file}, ${megabytes} MB. Keep the pepper (KEY_PEPPER_FILE) too: without it every key is void.`)
}

/** Fills the empty database of DATABASE_URL from a backup in one transaction, and migrates it. */
export async function restore(file: string): Promise<void> {
  const url = ownersUrl('restore')
  if (!existsSync(file)) throw new UsageError(`${file} cannot be read: no such file or folder`)
  await refuseUnlessEmpty(url)
  await waitWithBar('restoring', 'the database', run('pg_restore', ['--no-owner', '--single-transaction', file], url))
  console.log(`Restored ${file}.`)
  await migrateDatabase()
}

function ownersUrl(what: string): string {
  const { DATABASE_URL: url } = parseStoreEnvironment()
  if (url === undefined) throw new UsageError(`set DATABASE_URL to the database to ${what}`)
  return url
}

async function refuseUnlessEmpty(url: string): Promise<void> {
  const db = await openDatabase({ url, application: 'cges-restore', connections: 1 })
  try {
    const found = await countRelations(db)
    if (found > 0)
      throw new UsageError(
        `the database of DATABASE_URL is not empty (${found} tables, indexes and the like): create another, as with createdb`,
      )
  } finally {
    await db.destroy()
  }
}

/** The most of a tool's errors that is repeated, in characters. */
const MOST_SAID = 2_000

/** Runs one of PostgreSQL's tools on a database; its password is in no list of processes. */
function run(tool: 'pg_dump' | 'pg_restore', args: readonly string[], url: string): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const own = childEnvironment({})
  const env = { ...own, PGOPTIONS: `${own['PGOPTIONS'] ?? ''} -c cges.owner=on` }
  const child = spawn(tool, [...args, `--dbname=${address.href}`], {
    env: password === '' ? env : { ...env, PGPASSWORD: password },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-MOST_SAID)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new UsageError(`${tool} is not on the path: install PostgreSQL’s client tools`)
          : error,
      ),
    )
    child.once('close', (code) => (code === 0 ? resolve() : reject(new UsageError(said.trim() || `${tool} failed`))))
  })
}
