import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '@cges-fleet/methods'
import { isRight, parseValueMap } from '@cges-fleet/replay'
import { pairedInterval, resample, wilsonInterval } from '@cges-fleet/statistics'
import { valueOf } from './rank-map.js'
import { readHalf } from './read-half.js'
import { isSimulated, type Recorded, RECORDED, ROOT } from './recordings.js'
import type { Table } from './tables.js'

const SCRIPT = join(ROOT, 'apps/research/src/frontier/votes.py')

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
      'Accuracy in % on the half that did not teach with its 95 % interval (Wilson), and points over the plurality with theirs (paired, one question won and one lost added). All samples in order, by scorio 0.2.3. A temperature and the densities of the KDE vote are taught on the other half; Borda, majority of the bests and the surest answer need nothing.',
    head: ['vote', ...found.map(({ recorded, votes }) => `${recorded.short} (${votes[names[0] ?? '']?.length ?? 0})`)],
    rows: names.map((name) => [name, ...found.map(({ votes }) => cellOf(votes[name] ?? [], votes['plurality'] ?? []))]),
  }
}

function isThere({ from }: Recorded): boolean {
  return 'file' in from && existsSync(join(ROOT, from.file))
}

/** A vote's accuracy with its interval, and its difference to the plurality on the same questions. */
function cellOf(votes: readonly boolean[], plurality: readonly boolean[]): string {
  const right = votes.filter(Boolean).length
  const { low, high } = wilsonInterval(right, votes.length)
  const accuracy = `${percent(right / votes.length)} [${percent(low)}–${percent(high)}]`
  if (votes === plurality) return accuracy
  const columns = [votes, plurality].map((each) => Float64Array.from(each, Number))
  const [compared = new Float64Array(), base = new Float64Array()] = columns
  const pairs = new Float64Array(votes.length).fill(1)
  const over = pairedInterval(
    resample([compared, base, pairs], RESAMPLES, seededRandom('votes').next),
    [compared, base],
    pairs,
  )
  const difference = (right - plurality.filter(Boolean).length) / votes.length
  return `${accuracy}, ${signed(difference)} [${signed(over?.low ?? -1)}, ${signed(over?.high ?? 1)}]`
}

const RESAMPLES = 10_000

function percent(share: number): string {
  return (100 * share).toFixed(1)
}

function signed(share: number): string {
  const written = percent(share)
  return Number(written) > 0 ? `+${written}` : written.replace('-', '−')
}

/** Whether each vote was right, question by question. */
function votesOn(recorded: Recorded, python: string): { readonly votes: Readonly<Record<string, readonly boolean[]>> } {
  const input = halvesOf(recorded).join('\n')
  const { stdout, status, stderr } = spawnSync(python, [SCRIPT], { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${SCRIPT}: ${stderr}`)
  return JSON.parse(stdout) as { votes: Record<string, boolean[]> }
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
