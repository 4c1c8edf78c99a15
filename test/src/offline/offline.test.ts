import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const CLI = fileURLToPath(new URL('../../../apps/cli/dist/', import.meta.url))
const RECORDINGS = fileURLToPath(new URL('../../../../shared/data/samples/', import.meta.url))

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-offline-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function run(args: readonly string[], input = ''): { out: string; err: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(CLI, 'main.js'), ...args], {
    input,
    encoding: 'utf8',
  })
  return { out: stdout, err: stderr, code: status }
}

const lines = (...values: unknown[]): string =>
  values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('')

describe('pipes', () => {
  it('decide: lines in, lines out in order, bad ones told by number, and then exit code 1', () => {
    const one = { method: 'cges', gamma: 0.9, samples: [{ answer: 'A', confidence: 0.95 }] }
    const good = run(['decide'], lines(one, '', { method: 'sc', samples: [{ answer: 'B' }] }))
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(
      good.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { calls: 1, answer: 'A', reason: 'threshold' },
      { calls: 1, answer: 'B', reason: 'budget', score: 1 },
    ])
    const bad = run(['decide'], lines(one, 'x', { method: 'sq', samples: [] }, one))
    expect(bad.code).toBe(1)
    expect(bad.out.trim().split('\n')).toHaveLength(2)
    expect(bad.err).toMatch(/^line 2: not JSON.*\nline 3: unknown method "sq".*\n$/)
  })

  it('ends quietly when its reader goes away', () => {
    const line = JSON.stringify({ method: 'sc', samples: [{ answer: 'B' }] })
    const shell = `yes '${line}' | "${process.execPath}" "${join(CLI, 'main.js')}" decide | head -1`
    const { stdout, stderr } = spawnSync('sh', ['-c', shell], { encoding: 'utf8', timeout: 90_000 })
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(stderr).not.toContain('EPIPE')
  })

  it('grade: pairs and responses, in order', () => {
    const pair = { id: 1, kind: 'math', a: '7', b: '\\frac{14}{2}' }
    const { out, err, code } = run(['grade'], lines(pair, 'x', { kind: 'text', text: '' }))
    expect(code).toBe(1)
    expect(err).toMatch(/^line 2: not JSON/u)
    const [first, ...more] = out.trim().split('\n')
    expect(JSON.parse(first ?? '')).toEqual({ id: 1, same: true, sameVote: true, keyA: '7', keyB: '7' })
    expect(more.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining({ key: null })])
  })

  it('confidence: every signal of a response', () => {
    const { out, code } = run(['confidence'], lines({ tokens: ['So', ' 4'], logprobs: [-0.1, -0.02] }))
    expect(code).toBe(0)
    const signals = JSON.parse(out) as Record<string, { raw: number } | null>
    expect(signals['lns-geom']?.raw).toBeCloseTo(Math.exp(-0.06), 12)
    expect(signals['mars']?.raw).toBeCloseTo(Math.exp(-0.06), 12)
    expect(signals['rm']).toBeNull()
  })

  it('calibration: one document for all lines, with a warning for a median below one half', () => {
    const { out, err, code } = run(
      ['calibration'],
      lines({ confidence: 0.4, correct: true }, { confidence: 0.3, correct: false }, { confidence: 7, correct: true }),
    )
    expect(code).toBe(1)
    expect(err).toContain('line 3: confidence: must be in [0, 1]')
    expect(err).toContain('warning: the median confidence is 0.350')
    expect(JSON.parse(out)).toMatchObject({ n: 2, auc: 1, brier: expect.closeTo((0.36 + 0.09) / 2) })
    expect(JSON.parse(run(['calibration']).out)).toMatchObject({ n: 0, auc: null })
  })
})

const question = (id: string): unknown => ({
  question_id: id,
  answer: '4',
  samples: Array.from({ length: 6 }, (_, index) => ({ answer: index === 0 ? '5' : '4', confidence: 0.8 })),
})

describe('replay', () => {
  it('prints a table for people and JSON for programs, from plain and gzipped files', () => {
    const plain = join(folder, 'a.jsonl')
    const zipped = join(folder, 'b.jsonl.gz')
    writeFileSync(plain, lines(question('a')))
    writeFileSync(zipped, gzipSync(lines(question('b'))))
    const args = [
      'replay',
      plain,
      zipped,
      '--methods',
      'sc,cges:confidence=mars,gamma=0.9',
      '--budget',
      '4',
      '--seeds',
      '3',
    ]
    const table = run(args)
    expect(table.code).toBe(0)
    expect(table.out).toContain('2 questions, 12 recorded samples, 3 random orders')
    expect(table.out).toContain('mars is read from the file’s confidence, mapped by identity')
    const report = JSON.parse(run([...args, '--json', '--gamma-grid']).out) as Record<string, unknown>
    expect(report).toMatchObject({ questions: 2, budget: 4, seeds: 3, notRunnable: [] })
    expect(report['methods']).toMatchObject([
      { method: 'sc@4', calls: { mean: 4, std: 0 }, accuracy: { mean: 1, std: 0 } },
      { method: 'cges:confidence=mars,gamma=0.9,minSamples=1,otherStops=false,support=dynamic@4' },
    ])
  })

  it('names a malformed line, an unknown method, a map that is none, and a file that is not there', () => {
    const file = join(folder, 'bad.jsonl')
    writeFileSync(file, lines(question('a'), '{"question_id":"b"}'))
    for (const [args, message] of [
      [[file, '--methods', 'sc'], `${file}, line 2: samples`],
      [[file, '--methods', 'sq'], '--methods: unknown method "sq"'],
      [[file, '--methods', 'sc', '--reward-map', 'x'], 'logistic:center,scale'],
      [[file, '--methods', 'sc', '--seeds', '0'], 'must be a whole number from 1'],
      [[join(folder, 'none.jsonl'), '--methods', 'sc'], 'cannot be read'],
    ] as const) {
      const { err, code } = run(['replay', ...args])
      expect(code).toBe(1)
      expect(err).toContain(message)
      expect(err).not.toMatch(/^\s+at /m)
    }
  })

  const math = join(RECORDINGS, 'math_qwen2.5math_rm_n8.jsonl.gz')
  it.skipIf(!existsSync(math))('agrees with real recordings: rewards make CGES both cheaper and more accurate', () => {
    const methods = 'sc;asc-beta;asc-dirichlet;cges:confidence=rm,gamma=0.99'
    const args = ['--methods', methods, '--budget', '8', '--seeds', '5', '--reward-map', 'logistic:0,1', '--json']
    const report = JSON.parse(run(['replay', math, ...args]).out) as {
      questions: number
      methods: { accuracy: { mean: number }; calls: { mean: number } }[]
    }
    const [sc, beta, dirichlet, cges] = report.methods
    expect(report.questions).toBe(100)
    expect(sc?.calls.mean).toBe(8)
    expect(dirichlet).toMatchObject({ accuracy: beta?.accuracy, calls: beta?.calls })
    expect(cges?.calls.mean).toBeLessThan(beta?.calls.mean ?? NaN)
    expect(cges?.accuracy.mean).toBeGreaterThan(sc?.accuracy.mean ?? NaN)
  })
})

it('loads neither database nor queue', () => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)[^;]*? from '([^']+)'/gm)) {
      if (target.startsWith('.')) visit(join(dirname(file), target))
      else packages.add(target)
    }
  }
  visit(join(CLI, 'main.js'))
  visit(join(CLI, 'replay', 'replay-command.js'))
  expect(packages).toContain('@cges-fleet/core')
  expect([...packages].filter((name) => /db|queue|typeorm|bullmq|^pg$|redis/.test(name))).toEqual([])
})
