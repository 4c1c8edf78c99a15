import { spawn, spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { counted } from '@cges-fleet/core'
import { countHoldings, countRelations, type DataSource, openDatabase, serverVersion } from '@cges-fleet/db'
import { UsageError } from '../errors.js'
import { childEnvironment } from '../env.js'
import { parseStoreEnvironment } from '../fleet/env.js'
import { waitWithBar } from '../shell/progress.js'
import { migrateDatabase } from './database-work.js'

/** Writes the database of DATABASE_URL into a new file for its owner's eyes alone; what is not whole is not left behind. */
export async function backUp(file: string): Promise<void> {
  const url = ownersUrl('back up')
  if (existsSync(file)) throw new UsageError(`${file} is there already: name another file`)
  const part = `${file}.part`
  // Row-level security hides every row from the owner too, unless it says that it is the owner.
  const args = ['--format=custom', '--no-owner', '--enable-row-security', `--file=${part}`]
  makePrivate(part)
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

/** pg_dump writes into a file that is there and keeps its mode. */
function makePrivate(file: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, '', { mode: 0o600, flag: 'wx' })
}

/** Fills the empty database of DATABASE_URL from a backup in one transaction, and migrates it. */
export async function restore(file: string): Promise<void> {
  const url = ownersUrl('restore')
  if (!existsSync(file)) throw new UsageError(`${file} cannot be read: no such file or folder`)
  await refuseUnlessEmpty(url)
  await waitWithBar('restoring', 'the database', run('pg_restore', ['--no-owner', '--single-transaction', file], url))
  await migrateDatabase()
  const { evaluations, samples, newest } = await ask(url, countHoldings)
  const last = newest === null ? '' : ` The newest was submitted at ${newest.toISOString().slice(0, 19)}Z.`
  console.log(`Restored ${file}: ${counted(evaluations, 'evaluation')}, ${counted(samples, 'sample')}.${last}`)
}

function ownersUrl(what: string): string {
  const { DATABASE_URL: url } = parseStoreEnvironment()
  if (url === undefined) throw new UsageError(`set DATABASE_URL to the database to ${what}`)
  return url
}

async function refuseUnlessEmpty(url: string): Promise<void> {
  const found = await ask(url, countRelations)
  if (found > 0)
    throw new UsageError(
      `the database of DATABASE_URL is not empty (${found} tables, indexes and the like): create another, as with createdb`,
    )
}

async function ask<T>(url: string, question: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, application: 'cges-copies', connections: 1 })
  try {
    return await question(db)
  } finally {
    await db.destroy()
  }
}

type Tool = 'pg_dump' | 'pg_restore'

/** What a tool that failed should be replaced by, if it is older than the server; null if its version is not the reason. */
async function olderWords(tool: Tool, url: string): Promise<string | null> {
  const found = spawnSync(tool, ['--version'], { encoding: 'utf8' }).stdout ?? ''
  const [version = ''] = /\d+(?:\.\d+)?/.exec(found) ?? []
  const { major, minor } = await ask(url, serverVersion)
  if (version === '' || Number.parseInt(version, 10) >= major) return null
  return (
    `${tool} is version ${version}, and the server ${major}.${minor} needs ${major} or newer. Install its client, on ` +
    `Debian and Ubuntu the package postgresql-client-${major} (https://www.postgresql.org/download), and put it first on ` +
    `the path: PATH=/usr/lib/postgresql/${major}/bin:$PATH`
  )
}

/** The most of a tool's errors that is repeated, in characters. */
const MOST_SAID = 2_000

/** Runs one of PostgreSQL's tools on a database; its password is in no list of processes. */
function run(tool: Tool, args: readonly string[], url: string): Promise<void> {
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
    child.once('close', (code) => {
      if (code === 0) return resolve()
      const failed = said.trim() || `${tool} failed`
      olderWords(tool, url).then(
        (words) => reject(new UsageError(words ?? failed)),
        () => reject(new UsageError(failed)),
      )
    })
  })
}
