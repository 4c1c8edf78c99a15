import { LogReader, parseRecordingRow } from '@cges-fleet/formats'
import { ownResult, type Recording, RecordingCollector, replayReport } from '@cges-fleet/replay'
import { describe, expect, it } from 'vitest'
import { replayText } from './replay-text.js'
import { splitMethods } from './split-methods.js'
import { REPORT_OPTIONS } from './testing/report-options.js'

const options = { ...REPORT_OPTIONS, budget: 5 }

/** One question whose answer is 4, read as the command reads it. */
function recording(samples: readonly object[]): Recording {
  const read = parseRecordingRow(JSON.stringify({ question_id: 'one', answer: '4', samples }))
  const collector = new RecordingCollector(new LogReader({ kind: 'math', paper: false }), null, [2])
  const problem = read.ok && read.entry !== null ? collector.add(read.entry) : 'not read'
  const [found] = collector.recordings()
  if (problem !== null || found === undefined) throw new Error(problem ?? 'nothing')
  return found
}

function swept(samples: readonly object[]) {
  const specs = splitMethods(['asc-beta@5;cges:confidence=lns-arith,gamma=0.99@5'], 5)
  const report = replayReport(specs, [recording(samples)], { ...options, sweep: true, gammaGrid: true })
  return { report, text: replayText(report).join('\n') }
}

describe('tokens', () => {
  const traces = [
    [9, 9, 9],
    [7, 6, 9, 9],
    [9, 9, 9],
    [5, 1, 9, 9, 9],
    [9, 9],
  ].map((confidences, at) => ({
    answer: at === 1 ? '7' : '4',
    token_confidences: confidences,
  }))
  const text = 'deepconf:keep=0.5,threshold=0.999,warmUps=3,window=2@5'
  const methods = splitMethods([`sc@5;${text}`], 5)

  it('stand beside calls, and are those up to where a method would have ended an answer', () => {
    const traced = recording(traces)
    const { methods: told, notRunnable } = replayReport(methods, [traced], { ...options, inOrder: true })
    expect(notRunnable).toEqual([])
    // The bar is 9, at once reached by two of the warm-ups alone.
    expect(told.map(({ calls, tokens }) => [calls.mean, tokens?.mean])).toEqual([
      [5, 17],
      [3, 10],
    ])
    const doubtful = traces.map((trace, at) => (at === 2 ? { ...trace, answer: '5' } : trace))
    const longer = recording(doubtful)
    const report = replayReport(methods, [longer], { ...options, inOrder: true })
    // Of the fourth answer two tokens were drawn, and the last has all of its own.
    expect(report.methods.map(({ calls, tokens }) => [calls.mean, tokens?.mean])).toEqual([
      [5, 17],
      [5, 14],
    ])
    expect(replayText(report).join('\n')).toMatch(/calls +saved +tokens/)
  })

  it('are not made up where the log does not tell them, nor is a method run that needs more', () => {
    const bare = traces.map(({ answer }) => ({ answer }))
    const report = replayReport(methods, [recording(bare)], options)
    expect(report.methods.map(({ tokens }) => tokens)).toEqual([null])
    expect(replayText(report).join('\n')).not.toContain('tokens ')
    expect(report.notRunnable).toEqual([
      { method: expect.stringContaining('deepconf'), reason: expect.stringMatching(/token_confidences/) },
    ])
    const counted = bare.map((sample, at) => ({ ...sample, completion_tokens: at }))
    const known = replayReport(methods, [recording(counted)], options)
    expect(known.methods.map(({ tokens }) => tokens?.mean)).toEqual([10])
  })
  it('stand in every sweep, or it says why they do not', () => {
    const counted = traces.map((trace, at) => ({ ...trace, confidence: 0.6, completion_tokens: 10 * (at + 1) }))
    const { report, text } = swept(counted)
    expect(text).toMatch(/gamma +accuracy % +calls +tokens\n/)
    expect(text).toContain('tokens to SC − 0.5 points')
    expect(text).not.toContain('nothing is by tokens')
    const sweep = report.methods.flatMap((method) => method.sweep ?? [])
    expect(sweep.length).toBeGreaterThan(9)
    // Every permutation draws ten to fifty tokens a call, and sc all of them.
    for (const { calls, tokens } of sweep) {
      expect(tokens?.mean).toBeGreaterThanOrEqual(5 * calls.mean * (calls.mean + 1))
      expect(tokens?.mean).toBeLessThanOrEqual(150)
    }
    const bare = swept(counted.map(({ answer, confidence }) => ({ answer, confidence })))
    expect(bare.text).toContain('nothing is by tokens, since the log does not tell')
    expect(bare.text).not.toMatch(/tokens( to SC|\n)/)
    expect(bare.report.frontiers.map(({ byTokens }) => byTokens)).toEqual([null, null])
  })
})

describe('a sweep', () => {
  it('says of each method that it leaves out why, and sets the others beside the first', () => {
    const answers = ['4', '4', '7', '4', '4', '4']
    const traced = recording(answers.map((answer) => ({ answer })))
    const own = ownResult('own: rule.mjs', 5, { recordings: [traced], grades: 'reference' }, [[]])
    const specs = splitMethods(['asc-beta@5;dsc:easyRun=1@5;sc@5'], 5)
    const report = replayReport(specs, [traced], { ...options, dscRanking: 'sample', sweep: true, own: [own] })
    expect(report.frontiers.map(({ label }) => label)).toEqual(['asc-beta@5', 'dsc:easyRun=1@5', 'sc@5'])
    expect(report.notSwept).toEqual([{ method: 'own: rule.mjs', reason: expect.stringContaining('no threshold') }])
    const text = replayText(report).join('\n')
    expect(text).toMatch(/calls to SC − 0\.5 points +all calls, over asc-beta@5\n/u)
    expect(text).toMatch(/^not swept: own: rule\.mjs: a rule/mu)
  })
})
