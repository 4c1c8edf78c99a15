import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isRight, parseValueMap } from '@cges-fleet/replay'
import { valueOf } from './rank-map.js'
import { readHalf } from './read-half.js'
import { isSimulated, type Recorded, RECORDED, ROOT } from './recordings.js'
import type { Table } from './tables.js'

const SCRIPT = join(ROOT, 'test/src/frontier/votes.py')

/**
 * Votes over all samples of a question that read confidences, by the library scorio: on the half of each recording of a real
 * model that did not teach. `python` has what `npm run test:with -- peers` installs.
 */
export function votesTable(python: string): Table {
  const found = RECORDED.filter((each) => each.signals.length > 0 && !isSimulated(each) && isThere(each)).map(
    (recorded) => ({ recorded, ...votesOn(recorded, python) }),
  )
  const names = Object.keys(found[0]?.votes ?? {})
  return {
    title: 'Votes of the whole budget',
    about:
      'Accuracy in % on the half that did not teach, all samples in order, by scorio 0.2.3. A temperature and the densities of the KDE vote are taught on the other half; Borda, majority of the bests and the surest answer need nothing.',
    head: ['vote', ...found.map(({ recorded, questions }) => `${recorded.short} (${questions})`)],
    rows: names.map((name) => [name, ...found.map(({ votes }) => (100 * (votes[name] ?? Number.NaN)).toFixed(1))]),
  }
}

function isThere({ from }: Recorded): boolean {
  return 'file' in from && existsSync(join(ROOT, from.file))
}

function votesOn(
  recorded: Recorded,
  python: string,
): { readonly questions: number; readonly votes: Readonly<Record<string, number>> } {
  const input = halvesOf(recorded).join('\n')
  const { stdout, status, stderr } = spawnSync(python, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${SCRIPT}: ${stderr}`)
  return JSON.parse(stdout) as { questions: number; votes: Record<string, number> }
}

function halvesOf(recorded: Recorded): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'cges-votes-'))
  try {
    const bytes = readFileSync(join(ROOT, 'file' in recorded.from ? recorded.from.file : ''))
    const plain = join(folder, 'recording.jsonl')
    writeFileSync(plain, bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)
    const [signal = 'lns-arith'] = recorded.signals
    const value = valueOf(signal)
    const { map } = parseValueMap(recorded.map?.[1] ?? 'identity')
    return readHalf(plain, 'math').map((recording, at) => {
      const samples = recording.samples.slice(0, recorded.budget).filter(({ answer }) => answer !== null)
      return JSON.stringify({
        half: at % 2,
        answers: samples.map(({ answer }) => answer),
        scores: samples.map((sample) => Math.min(1 - 1e-6, Math.max(1e-6, map(value(sample) ?? 0)))),
        right: samples.map(({ answer }) => isRight(recording, answer, 'reference')),
      })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
