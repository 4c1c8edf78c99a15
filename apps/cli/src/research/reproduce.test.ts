import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@cges-fleet/methods'
import {
  drawReplicate,
  loadProfile,
  loadPublished,
  reproduce,
  reproductionHtml,
  reproductionLatex,
  simulatedSource,
} from '@cges-fleet/research'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../api/api-client.js'
import { openLog } from '../logs/open-log.js'
import { loadRecordings } from '../replay/load-recordings.js'
import { reproduceCommand, reproductionText } from './reproduce-command.js'

const folder = mkdtempSync(join(tmpdir(), 'reproduce-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

function small(replicates = 2) {
  const profile = loadProfile('gpqa')
  const source = {
    ...simulatedSource('aime24', true, () => {}),
    benchmark: 'gpqa' as const,
    scOffset: () => profile.scOffset['16'] / 100,
    replicates: [0, 1].slice(0, replicates).map((replicate) => drawReplicate(profile, replicate, 60)),
  }
  return reproduce([{ benchmark: 'gpqa', source: () => source }], loadPublished(), true, () => {})
}

describe('a reproduction', () => {
  const report = small()

  it('has every row of the paper’s tables, with its figures beside', () => {
    const rows = report.benchmarks[0]?.rows ?? []
    expect(rows.filter(({ budget }) => budget === 16)).toHaveLength(13)
    expect(rows.filter(({ budget }) => budget === 4)).toHaveLength(11)
    for (const row of rows) expect(row.published, row.id).not.toBeNull()
    const mars = rows.find(({ id, budget }) => id === 'cges-mars' && budget === 16)
    expect(mars).toMatchObject({ published: { calls: 14.21, accuracy: 47.9 }, kinds: { calls: 'predicted' } })
    expect(rows.find(({ id }) => id === 'asc-beta')?.kinds).toEqual({ accuracy: 'fitted', calls: 'fitted' })
  })

  it('says of each figure set beforehand whether it was reached', () => {
    expect(report.gates).toHaveLength(11)
    const text = reproductionText(report).join('\n')
    for (const { what } of report.gates) expect(text).toContain(what)
  })

  it('has no standard error of one replicate, and no figure of a benchmark that is not there', () => {
    expect(report.gates.map(({ found }) => found).join('\n')).toMatch(/standard error \d/u)
    const alone = reproductionText(small(1)).join('\n')
    expect(alone).toContain('one replicate, too few for a standard error')
    expect(alone).not.toContain('NaN')
    expect(alone).not.toContain('fitted accuracy, AIME24')
  })

  it('is called simulated in every layout, and the offset of GPQA is told', () => {
    for (const layout of [reproductionText(report).join('\n'), reproductionHtml(report), reproductionLatex(report)]) {
      expect(layout).toMatch(/simulated/iu)
    }
    expect(reproductionText(report).join('\n')).toContain('1.9 / 1.9 / 1.9')
  })

  it('is one page that fetches nothing and runs nothing', () => {
    const html = reproductionHtml(report)
    expect(html).not.toMatch(/<script|<link|<img|src=|url\(|https?:/u)
    expect(html.match(/<svg/gu)?.length).toBeGreaterThan(4)
    expect(html).not.toMatch(/NaN|undefined|Infinity/u)
  })

  it('is LaTeX whose braces close and whose rows are as wide as their heads', () => {
    const latex = reproductionLatex(report)
    const count = (sign: string): number => latex.replaceAll(/\\[{}]/gu, '').split(sign).length
    expect(count('{')).toBe(count('}'))
    expect(latex).toContain('$\\gamma$')
    expect(latex).not.toMatch(/[γβσμρ†’−—]/u)
  })
})

/** Questions whose samples mostly agree, and are surer when they are right. */
function recordings(samples: number): string {
  const { next } = seededRandom('recordings')
  const lines = Array.from({ length: 12 }, (_, question) => ({
    question_id: `q${question}`,
    answer: '7',
    difficulty: question,
    samples: Array.from({ length: samples }, () => {
      const right = next() < 0.8
      return { answer: right ? '7' : '3', confidence: { 'lns-arith': right ? 0.9 : 0.6, mars: right ? 0.95 : 0.4 } }
    }),
  }))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

const STORED = '019ab000-0000-7000-8000-000000000001'

/** An API with one evaluation, of which every question was answered so often in each of two replicates. */
const stored = { samples: 10, benchmark: 'gsm8k' }
const storedApi = {
  call: () =>
    Promise.resolve({
      status: 'done',
      provenance: 'tiny',
      source: null,
      benchmark: { name: stored.benchmark },
      samples: { drawn: 0 },
    }),
  open: (_: unknown, { path: { file } }: { readonly path: { readonly file: string } }) =>
    Promise.resolve({ body: new Blob([file === 'gold.jsonl' ? storedGold() : storedSamples()]).stream() }),
} as unknown as ApiClient

const storedQuestions = Array.from({ length: 12 }, (_, question) => `q${question}`)

function storedGold(): string {
  const gold = { answer_class: '7', grades: { '7': true, '3': false } }
  return storedQuestions.map((question_id) => `${JSON.stringify({ question_id, ...gold })}\n`).join('')
}

function storedSamples(): string {
  const { next } = seededRandom('stored')
  const places = storedQuestions.flatMap((question_id) =>
    Array.from({ length: 2 * stored.samples }, (_, at) => ({
      question_id,
      replicate: Math.floor(at / stored.samples),
      sample_index: at % stored.samples,
    })),
  )
  return places
    .map((place) => {
      const right = next() < 0.8
      const sample = { outcome: 'answer', answer_class: right ? '7' : '3', signals: { 'lns-arith': right ? 0.9 : 0.6 } }
      return `${JSON.stringify({ ...place, ...sample })}\n`
    })
    .join('')
}

function run(...options: string[]): Promise<string> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  return reproduceCommand(() => storedApi)
    .parseAsync(options, { from: 'user' })
    .then(() => log.mock.calls.flat().join('\n'))
}

describe('cges research reproduce --samples', () => {
  it('puts recorded samples in the place of simulated ones', async () => {
    const file = join(folder, 'runs.jsonl')
    const json = join(folder, 'report.json')
    writeFileSync(file, recordings(20))
    const text = await run('--samples', file, '--benchmark', 'gsm8k', '--seeds', '3', '--quick', '--json-file', json)
    expect(text).toMatch(/^RECORDED SAMPLES/u)
    expect(text).not.toContain('SIMULATED')
    const report = JSON.parse(readFileSync(json, 'utf8'))
    expect(report).toMatchObject({ origin: 'recorded', gates: [] })
    const [benchmark] = report.benchmarks
    expect(benchmark).toMatchObject({ benchmark: 'gsm8k', questions: 12, replicates: 3 })
    expect(benchmark.signals.map(({ signal }: { signal: string }) => signal)).toEqual(['lns-arith', 'mars'])
    expect(benchmark.rows.some(({ id }: { id: string }) => id === 'dsc')).toBe(true)
  })

  it('takes a stored evaluation by its id, with its grades and its benchmark, and says what answered', async () => {
    const json = join(folder, 'stored.json')
    const text = await run('--samples', STORED, '--seeds', '2', '--quick', '--json-file', json)
    expect(text).toMatch(/^RECORDED SAMPLES/u)
    expect(text).toMatch(/TINY MODEL: the answers come from/u)
    const [benchmark] = JSON.parse(readFileSync(json, 'utf8')).benchmarks
    expect(benchmark).toMatchObject({ benchmark: 'gsm8k', questions: 12, replicates: 2 })
    expect(benchmark.signals[0].quality.muHat).toBeCloseTo(Math.log(9) - Math.log(1.5), 9)
    expect(benchmark.noise.map(({ sigma }: { sigma: number }) => sigma)).toEqual([0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5])
    Object.assign(stored, { benchmark: 'mine' })
    await expect(run('--samples', STORED)).rejects.toThrow(/one --benchmark/u)
    Object.assign(stored, { samples: 4 })
    await expect(run('--samples', STORED, '--benchmark', 'gsm8k')).rejects.toThrow(/has 8 samples/u)
  })

  it('says what it lacks', async () => {
    const file = join(folder, 'few.jsonl')
    writeFileSync(file, recordings(8))
    await expect(run('--samples', file, '--benchmark', 'gsm8k')).rejects.toThrow(/has 8 samples/u)
    await expect(run('--samples', file)).rejects.toThrow(/one --benchmark/u)
  })
})

describe('cges research reproduce --recording', () => {
  it('writes what replay reads: the paper’s run, with every signal, called simulated', async () => {
    const file = join(folder, 'simulated.jsonl')
    await run('--recording', file, '--benchmark', 'gpqa')
    const { recordings: read } = await loadRecordings(await openLog([file], { map: {} }))
    const { pools, isRight } = drawReplicate(loadProfile('gpqa'), 0)
    expect(read.map(({ id }) => id)).toEqual(pools.map((_, place) => `simulated-gpqa-${place}`))
    for (const [place, { samples, truth }] of read.entries()) {
      const pool = pools[place] ?? []
      expect(samples.map(({ answer }) => answer === truth)).toEqual(pool.map(({ answer }) => isRight(place, answer)))
      for (const [at, { signals }] of samples.entries()) {
        for (const [signal, value] of Object.entries(pool[at]?.confidences ?? {})) {
          expect(signals[signal as keyof typeof signals]).toBeCloseTo(value, 6)
        }
      }
    }
  })

  it('writes fewer questions where told, each with its place in the true order, which replay ranks by', async () => {
    const file = join(folder, 'fewer.jsonl')
    await run('--recording', file, '--benchmark', 'gpqa', '--size', '20')
    const { recordings: read } = await loadRecordings(await openLog([file], { map: {} }))
    const { pools, order } = drawReplicate(loadProfile('gpqa'), 0, 20)
    const places = read.map(({ difficulty }) => difficulty)
    expect(places).toEqual(pools.map((_, at) => order?.indexOf(at)))
    expect(read[7]?.samples[3]?.signals.mars).toBeCloseTo(pools[7]?.[3]?.confidences.mars ?? -1, 5)
    await expect(run('--quick', '--size', '20')).rejects.toThrow(/goes with --recording/u)
  })

  it('needs one benchmark, and no samples', async () => {
    const file = join(folder, 'none.jsonl')
    for (const more of [[], ['--benchmark', 'gpqa', 'gsm8k'], ['--benchmark', 'gpqa', '--samples', file]])
      await expect(run('--recording', file, ...more)).rejects.toThrow(/one --benchmark/u)
  })
})
