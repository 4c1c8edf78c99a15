// Deletes the data of the fleets that ran in this checkout: the embedded database, and what `cges up` wrote beside it. Asks
// first, unless `--yes` is given; refuses while a fleet runs.
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { DATA_FOLDER } from '../../apps/cli/dist/paths.js'
import { dataHome } from '../../packages/db/dist/embedded/embedded-postgres.js'
import { runningDatabase } from './running-database.mjs'

const folders = [...new Set([DATA_FOLDER, dataHome(DATA_FOLDER).path])]
const running = await runningDatabase()
if (process.env.DATABASE_URL !== undefined) {
  refuse('DATABASE_URL names a database of your own: empty it there, or unset it to delete this checkout’s.')
} else if (running !== undefined) {
  refuse(`A fleet runs on ${DATA_FOLDER} (PostgreSQL is process ${running.pid}): stop it with Ctrl-C first.`)
} else if (await isWanted()) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  console.log(`Deleted ${folders.join(' and ')}. The next start makes an empty database.`)
} else {
  refuse('Nothing was deleted.')
}

async function isWanted() {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY) return false
  const asker = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asker.question(`Delete every evaluation in ${folders.join(' and ')}? [y/N] `)
  asker.close()
  return /^y(es)?$/i.test(answer.trim())
}

function refuse(sentence) {
  console.error(sentence)
  process.exitCode = 1
}
