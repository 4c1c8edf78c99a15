import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Recorded, RECORDED, ROOT } from './recordings.js'
import { tablesOf } from './tables.js'
import { votesTable } from './votes.js'
import { compare, type Compared } from './compare.js'

// npm run research -- frontier: runs every rule on every recording and writes docs/data/frontier.json, which docs/frontier.md shows. The
// same code gives the same tables, whatever the machine. --json FILE keeps all figures, --from FILE writes the tables of
// figures kept, --only SHORT,SHORT runs some of the recordings, --resume those that FILE does not have yet.
// --votes PYTHON writes docs/data/votes.json instead, by the library scorio.
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    resume: { type: 'boolean' },
    votes: { type: 'string' },
  },
})

mkdirSync(join(ROOT, 'docs/data'), { recursive: true })
if (values.votes !== undefined) {
  writeFileSync(join(ROOT, 'docs/data/votes.json'), `${JSON.stringify([votesTable(values.votes)], null, 1)}\n`)
  console.log('docs/data/votes.json has the table')
  process.exit(0)
}

const missing = values.from === undefined ? chosen(values.only).find((each) => !isHere(each)) : undefined
if (missing !== undefined) {
  console.error(missingText(missing))
  process.exit(1)
}

const compared = values.from === undefined ? await compareAll(values.json, values.only) : kept(values.from)
writeFileSync(join(ROOT, 'docs/data/frontier.json'), `${JSON.stringify(tablesOf(compared), null, 1)}\n`)
console.log('docs/data/frontier.json has the tables')

async function compareAll(file: string | undefined, only: string | undefined): Promise<readonly Compared[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-frontier-'))
  try {
    const began = performance.now()
    const found = values.resume === true && file !== undefined && existsSync(file) ? [...kept(file)] : []
    const isDone = (short: string) => found.some((each) => each.recorded.short === short)
    for (const recorded of chosen(only).filter(({ short }) => !isDone(short))) {
      found.push(await compare(recorded, folder))
      console.log(`${recorded.title}: done after ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
      if (file !== undefined) writeFileSync(file, JSON.stringify(found))
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function chosen(only: string | undefined): readonly Recorded[] {
  const wanted = only?.split(',')
  return RECORDED.filter(({ short }) => wanted?.includes(short) ?? true)
}

function isHere({ from }: Recorded): boolean {
  return 'benchmark' in from || existsSync(join(ROOT, from.file))
}

function missingText({ title }: Recorded): string {
  const here = RECORDED.filter(isHere).map(({ short }) => short)
  return `${title}: not beside this checkout, since it is its authors' to publish. --only ${here.join(',')} runs those that are here`
}

function kept(file: string): readonly Compared[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Compared[]
}
