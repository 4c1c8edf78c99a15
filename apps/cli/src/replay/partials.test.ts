import { LogReader, parseRecordingRow } from '@cges-fleet/formats'
import { IDENTITY, type Recording, RecordingCollector, replayReport } from '@cges-fleet/replay'
import { describe, expect, it } from 'vitest'
import { readingLines } from '../logs/reading-report.js'
import { splitMethods, usualMethods } from './methods-option.js'
import { replayText } from './replay-text.js'

const OPTIONS = {
  seeds: 1,
  budget: 4,
  grades: 'reference',
  maps: { confidence: IDENTITY, reward: IDENTITY },
  dscRanking: 'given',
  gammaGrid: false,
  inOrder: true,
} as const

/** Reads one question whose answer is 1/2, as the command does. */
function read(samples: readonly object[]): { recording: Recording; reader: LogReader } {
  const row = parseRecordingRow(JSON.stringify({ question_id: 'half', answer: '1/2', samples }))
  if (!row.ok || row.entry === null) throw new Error(row.ok ? 'passed over' : row.problem)
  const reader = new LogReader({ kind: 'math', paper: false })
  const collector = new RecordingCollector(reader)
  const problem = collector.add(row.entry)
  const [recording] = collector.recordings()
  if (recording === undefined || problem !== null) throw new Error(problem ?? 'nothing')
  return { recording, reader }
}

function reportOn(samples: readonly object[], methods: string) {
  return replayReport(splitMethods([methods], 4), [read(samples).recording], OPTIONS)
}

const partial = (tokens: number, answer: string | null, probe?: number) => ({
  tokens,
  answer,
  ...(probe === undefined ? {} : { probe_tokens: probe }),
})

/** Four samples that agree from their second probe on, written in different ways. */
const SAMPLES = ['0.5', '\\frac{1}{2}', '1/2', '.5'].map((answer, at) => ({
  answer,
  completion_tokens: 100 + at,
  partials: [
    partial(20, at === 0 ? null : '3', 2),
    partial(40, answer, 3),
    partial(60, '1/2', 3),
    partial(80, '0.5', 3),
  ],
}))
const METHODS = 'sc@4;parallel-probe:stable=2,warmUpProbes=1@4;margin-retained:alpha=0.2@4'

const names = (samples: readonly object[]) => usualMethods([read(samples).recording], 4).map(({ method }) => method)

const reasons = (samples: readonly object[]) => reportOn(samples, METHODS).notRunnable.map(({ reason }) => reason)

const problem = (partials: unknown) => {
  const row = parseRecordingRow(JSON.stringify({ question_id: 'q', samples: [{ answer: '1', partials }] }))
  return row.ok ? null : row.problem
}

describe('partial answers', () => {
  it('are counted as answers are, and stop a question within its samples; their probes are told apart', () => {
    const report = reportOn(SAMPLES, METHODS)
    expect(report.notRunnable).toEqual([])
    expect(
      report.methods.map((each) => [each.accuracy.mean, each.calls.mean, each.tokens?.mean, each.probeTokens?.mean]),
    ).toEqual([
      [1, 4, 406, undefined],
      // The same answer leads at the second and the third probe.
      [1, 4, 240, 32],
      // At the first three of them say 3, and the fourth may say anything: 3 × .8 > .6 + 1.
      [0, 4, 80, 8],
    ])
    expect(report.methods.map(({ sequential }) => sequential?.mean)).toEqual([103, 60, 20])
    const text = replayText(report).join('\n')
    expect(text).toMatch(/method +accuracy % +calls +saved +tokens +sequential +probe tokens\n/u)
    expect(text).toMatch(/parallel-probe\S+ +100\.0 +4\.00 +0\.0 % +240 +60 +32\n/u)
    expect(replayText(reportOn(SAMPLES, 'sc@4')).join('\n')).not.toContain('probe tokens')
  })

  it('leave nothing to sweep, since every call is made', () => {
    const specs = splitMethods([METHODS], 4)
    const { frontiers, notSwept } = replayReport(specs, [read(SAMPLES).recording], { ...OPTIONS, sweep: true })
    expect(frontiers.map(({ label }) => label)).toEqual(['sc@4'])
    expect(notSwept.map(({ reason }) => reason)).toEqual([
      'it makes every call whatever its parameters are',
      'it makes every call whatever its parameters are',
    ])
  })

  it('come with the usual methods where every sample has them', () => {
    expect(names(SAMPLES)).toEqual(['sc', 'esc', 'asc-beta', 'parallel-probe', 'margin-retained'])
    expect(names(SAMPLES.map(({ answer }, at) => (at === 2 ? { answer } : { answer, partials: [] })))).toEqual([
      'sc',
      'esc',
      'asc-beta',
    ])
  })

  it('are said to be missing, how often and where first', () => {
    const without = SAMPLES.map(({ partials, ...rest }, at) => (at > 1 ? rest : { ...rest, partials }))
    expect(reasons(SAMPLES.map(({ answer }) => ({ answer })))).toEqual([
      'the file has no partial answers (partials)',
      'the file has no partial answers (partials)',
    ])
    expect(reasons(without)[0]).toBe('no partial answers (partials) in 2 of 4 samples, first in sample 3 of half')
    const uncounted = SAMPLES.map(({ completion_tokens: tokens, ...rest }, at) =>
      at === 3 ? rest : { ...rest, completion_tokens: tokens },
    )
    expect(reasons(uncounted)[1]).toBe(
      'no token count (completion_tokens) in 1 of 4 samples, first in sample 4 of half',
    )
    const { reader } = read(without)
    expect(readingLines(reader.counts, { kind: 'math' }).join('\n')).toContain('partial answers: in 2 of 4 samples')
    const { reader: bare } = read(SAMPLES.map(({ answer }) => ({ answer })))
    expect(readingLines(bare.counts, { kind: 'math' }).join('\n')).not.toContain('partial')
  })

  it('show what their probes cost as unknown where the file does not tell', () => {
    const untold = SAMPLES.map((sample) => ({
      ...sample,
      partials: sample.partials.map(({ tokens, answer }) => ({ tokens, answer })),
    }))
    const report = reportOn(untold, METHODS)
    expect(report.methods.map(({ probeTokens }) => probeTokens)).toEqual([undefined, null, null])
    expect(replayText(report).join('\n')).toMatch(/parallel-probe\S+ .* +—\n/u)
  })

  it('are refused where they are out of order, too many or too long', () => {
    expect(problem([partial(2, 'a'), partial(2, 'b')])).toContain(
      'samples[0].partials: must be in the order of their tokens, no two at the same',
    )
    const many = Array.from({ length: 257 }, (_, at) => partial(at, null))
    expect(problem(many)).toContain('must be at most 256 probes')
    expect(problem(many.slice(1))).toBeNull()
    expect(problem([partial(2, 'a'.repeat(1001))])).toContain('must be at most 1000 characters')
    expect(problem([partial(-1, 'a')])).not.toBeNull()
    expect(problem([{ tokens: 3 }])).not.toBeNull()
  })
})
