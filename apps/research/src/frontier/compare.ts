import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AnswerKind } from '@cges-fleet/answers'
import type { ReplayReport } from '@cges-fleet/replay'
import { BASE, cgesOn, type Rival, untunedOn } from './methods-of.js'
import { valueOf, writeRanked } from './rank-map.js'
import { readHalf } from './read-half.js'
import { isSimulated, type Recorded, ROOT } from './recordings.js'
import { askCges, askJson } from './ask-cges.js'
import { calibrated } from './calibrate.js'

/** Permutations of every question's samples. */
export const SEEDS = 50
const SEEDS_SIMULATED = 20

/** All rules as they stand on a recording, and on both halves of its questions with what the one half taught. */
export interface Compared {
  readonly recorded: Recorded
  readonly untuned: readonly Rival[]
  readonly report: ReplayReport
  readonly tuned: readonly Rival[]
  /** On the half that taught, and on the other. */
  readonly taught: ReplayReport
  readonly half: ReplayReport
  /** CGES on the half that did not teach, with confidences by rank; null without a signal. */
  readonly ranked: ReplayReport | null
  /** Rivals that too few questions could teach. */
  readonly left: readonly string[]
}

/** Runs every rule on a recording, then those that can be taught on its two halves. */
export async function compare(recorded: Recorded, folder: string): Promise<Compared> {
  const file = await fileOf(recorded, folder)
  const { head, questions } = linesOf(file)
  const untuned = untunedOn(recorded, questions.length)
  const report = await replayed(recorded, file, untuned)
  const [teach, decide] = [0, 1].map((half) => {
    const path = join(folder, `${recorded.short}-${half}.jsonl`)
    const lines = questions.filter((_, at) => at % 2 === half)
    writeFileSync(path, `${[...head, ...lines.map((line) => firstOf(line, recorded))].join('\n')}\n`)
    return { path, questions: lines.length }
  })
  if (teach === undefined || decide === undefined) throw new Error('two halves')
  const teacher = { file: teach.path, questions: teach.questions, how: readingOf(recorded) }
  const { rivals, left } = await calibrated(recorded, teacher)
  const kept = untunedOn(recorded, decide.questions).filter(({ name }) => !name.includes('certified'))
  const tuned = [...kept, ...rivals]
  const [taught, half] = [await replayed(recorded, teach.path, tuned), await replayed(recorded, decide.path, tuned)]
  const ranked = await rankedOn(recorded, { teach: teach.path, decide: decide.path, folder, kind: taught.kind })
  return { recorded, untuned, report, tuned, taught, half, left, ranked }
}

/** CGES with confidences by their rank, which no method's name can say. */
async function rankedOn(
  recorded: Recorded,
  { teach, decide, folder, kind }: Record<'teach' | 'decide' | 'folder', string> & { readonly kind: AnswerKind },
): Promise<Compared['ranked']> {
  const [signal] = recorded.signals
  if (signal === undefined) return null
  const to = join(folder, `${recorded.short}-ranked.jsonl`)
  writeRanked(readHalf(teach, kind), readHalf(decide, kind), { from: decide, to, value: valueOf(signal) })
  return replayJson(recorded, to, [BASE, cgesOn(signal)], ['--sweep'])
}

async function fileOf({ from }: Recorded, folder: string): Promise<string> {
  if ('file' in from) return join(ROOT, from.file)
  const path = join(folder, `${from.benchmark}.jsonl`)
  const size = from.size === undefined ? [] : ['--size', String(from.size)]
  await askCges(['research', 'reproduce', '--benchmark', from.benchmark, '--recording', path, ...size])
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

/** A question with the samples that count, for commands that know no `--first`. */
function firstOf(line: string, { reading = [] }: Recorded): string {
  const at = reading.indexOf('--first')
  if (at < 0) return line
  const question = JSON.parse(line) as { samples: unknown[] }
  return JSON.stringify({ ...question, samples: question.samples.slice(0, Number(reading[at + 1])) })
}

/** How the halves are read: their first samples are taken already. */
function readingOf(recorded: Recorded): readonly string[] {
  const reading = recorded.reading ?? []
  const at = reading.indexOf('--first')
  return [...(recorded.map ?? []), ...(at < 0 ? reading : reading.toSpliced(at, 2))]
}

/** `replay` says beside its report how answers are compared. */
type Said = ReplayReport & { readonly kind: AnswerKind }

async function replayed(recorded: Recorded, file: string, rivals: readonly Rival[]): Promise<Said> {
  const methods = new Set([BASE, ...rivals.map(({ method }) => method)])
  const how = [...(recorded.map ?? []), ...(recorded.reading ?? []), '--sweep']
  return replayJson(recorded, file, [...methods], how)
}

async function replayJson(
  recorded: Recorded,
  file: string,
  methods: readonly string[],
  how: readonly string[],
): Promise<Said> {
  const { budget, dscRanking = 'given' } = recorded
  const seeds = isSimulated(recorded) ? SEEDS_SIMULATED : SEEDS
  const same = ['--seeds', String(seeds), '--budget', String(budget), '--dsc-ranking', dscRanking]
  return askJson(['replay', file, '--methods', methods.join(';'), ...same, ...how])
}
