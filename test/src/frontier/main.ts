import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Compared, compare } from './compare.js'
import { RECORDED } from './recordings.js'
import { writePage } from './write-page.js'

// npm run frontier: runs every rule on every recording and writes the tables of docs/frontier.md. The same code gives the
// same tables, whatever the machine. --json FILE keeps all figures, --from FILE writes the tables of figures kept.
const { values } = parseArgs({ options: { json: { type: 'string' }, from: { type: 'string' } } })

writePage(values.from === undefined ? await compareAll(values.json) : kept(values.from))
console.log('docs/frontier.md has the tables')

async function compareAll(file: string | undefined): Promise<readonly Compared[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-frontier-'))
  try {
    const began = performance.now()
    const compared: Compared[] = []
    for (const recorded of RECORDED) {
      compared.push(await compare(recorded, folder))
      console.log(`${recorded.title}: done after ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
      if (file !== undefined) writeFileSync(file, JSON.stringify(compared))
    }
    return compared
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function kept(file: string): readonly Compared[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Compared[]
}
