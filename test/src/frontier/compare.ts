import type { ReplayReport } from '@cges-fleet/replay'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { askCges, askJson } from './ask-cges.js'
import { factsOf } from './facts-of.js'
import { BASE, cgesOn, methodsOf } from './methods-of.js'
import { type Recorded, ROOT } from './recordings.js'

export const SEEDS = 50

/** What the rules gave on a recording, and on every other question of it where the rest had taught them something. */
export interface Compared {
  readonly recorded: Recorded
  readonly report: ReplayReport
  readonly half: ReplayReport
  readonly learned: readonly Learned[]
}

/** A method with a part that was learned on the other questions; `adopted` tells whether `tune` advises it. */
export interface Learned {
  readonly method: string
  readonly adopted: boolean
}

/** Runs every rule on a recording, and those that can be taught on half of it. */
export async function compare(recorded: Recorded, folder: string): Promise<Compared> {
  const file = await fileOf(recorded, folder)
  const { head, questions } = linesOf(file)
  const report = await replayed(recorded, file, methodsOf(recorded, factsOf(recorded, questions)))
  const [teach, decide] = [0, 1].map((half) => {
    const path = join(folder, `${recorded.short}-${half}.jsonl`)
    writeFileSync(path, `${[...head, ...questions.filter((_, at) => at % 2 === half)].join('\n')}\n`)
    return path
  }) as [string, string]
  const learned = [...(await mapsOf(recorded, teach)), await priorOf(teach)]
  const plain = [BASE, 'sc', 'voi', ...recorded.signals.map(cgesOn)]
  const half = await replayed(recorded, decide, [...plain, ...learned.map(({ method }) => method)])
  return { recorded, report, half, learned }
}

async function fileOf({ from }: Recorded, folder: string): Promise<string> {
  if ('file' in from) return join(ROOT, from.file)
  const path = join(folder, `${from.benchmark}.jsonl`)
  const size = from.size === undefined ? [] : ['--size', String(from.size)]
  await askCges(['reproduce', '--benchmark', from.benchmark, '--recording', path, ...size])
  return path
}

/** The lines of a recording: one for each question, and before them what a simulated one says of itself. */
function linesOf(file: string): { readonly head: readonly string[]; readonly questions: readonly string[] } {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const lines = text.trimEnd().split('\n')
  const first = lines.findIndex((line) => line.startsWith('{"question_id"'))
  return { head: lines.slice(0, first), questions: lines.slice(first) }
}

async function replayed(recorded: Recorded, file: string, methods: readonly string[]): Promise<ReplayReport> {
  const { budget, dscRanking = 'given', map = [], reading = [] } = recorded
  const how = [
    '--seeds',
    String(SEEDS),
    '--budget',
    String(budget),
    '--dsc-ranking',
    dscRanking,
    '--sweep',
    ...map,
    ...reading,
  ]
  return askJson(['replay', file, '--methods', methods.join(';'), ...how])
}

/** CGES recalibrated by what `tune` fits, on all questions but the one it wants to check on. */
async function mapsOf(recorded: Recorded, teach: string): Promise<readonly Learned[]> {
  const slice = String(linesOf(teach).questions.length - 1)
  const how = ['--slice', slice, '--budget', String(recorded.budget), ...(recorded.map ?? [])]
  const maps = await Promise.all(
    recorded.signals.map(async (signal) => {
      const { signals } = await askJson<Tuned>(['tune', teach, ...how, '--signal', signal])
      const found = signals[0]?.recalibration ?? null
      return found === null ? [] : [{ method: `${cgesOn(signal)},map=${found.map.join(';')}`, adopted: found.adopted }]
    }),
  )
  return maps.flat()
}

interface Tuned {
  readonly signals: readonly { readonly recalibration: null | { readonly map: number[]; readonly adopted: boolean } }[]
}

async function priorOf(teach: string): Promise<Learned> {
  const { method } = await askJson<{ readonly method: string }>(['prior', teach])
  return { method, adopted: true }
}
