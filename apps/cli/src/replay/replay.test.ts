import { LogReader, parseRecordingRow } from '@cges-fleet/formats'
import { decide, isTrialMethod, parseMethodSpec } from '@cges-fleet/methods'
import {
  difficultyOrder,
  IDENTITY,
  customRuleResult,
  parseValueMap,
  permute,
  type Recording,
  RecordingCollector,
  replayReport,
} from '@cges-fleet/replay'
import { describe, expect, it } from 'vitest'
import { splitMethods } from './methods-option.js'
import { replayText, replayWarnings } from './replay-text.js'

/** How a report is made unless a test wants it otherwise. */
const REPORT_OPTIONS = {
  seeds: 20,
  grades: 'reference',
  maps: { confidence: IDENTITY, reward: IDENTITY },
  dscRanking: 'given',
  gammaGrid: false,
  inOrder: false,
} as const

interface Line {
  readonly answer?: string
  readonly difficulty?: number
  readonly samples: readonly Record<string, unknown>[]
}

/** Parses one line as the command does; returns the problem if there is one. */
async function parseLine(line: string): Promise<Recording | string> {
  const read = parseRecordingRow(line)
  if (!read.ok) return read.problem
  const collector = new RecordingCollector(new LogReader({ kind: 'math', paper: false }))
  const problem = read.entry === null ? 'passed over' : collector.add(read.entry)
  return problem ?? collector.recordings()[0] ?? 'nothing'
}

async function recording(id: string, line: Line): Promise<Recording> {
  const read = await parseLine(JSON.stringify({ question_id: id, ...line }))
  if (typeof read === 'string') throw new Error(read)
  return read
}

const easy = await recording('easy', {
  answer: '4',
  difficulty: 0,
  samples: Array.from({ length: 8 }, () => ({ answer: '4', confidence: 0.9, reward: 3 })),
})
const hard = await recording('hard', {
  answer: '0.5',
  difficulty: 1,
  samples: ['\\frac{1}{2}', '7', '1/2', '7', '7', '0.50', '7', '7'].map((answer) => ({
    answer,
    confidence: answer === '7' ? 0.4 : 0.95,
    reward: answer === '7' ? -2 : 4,
  })),
})

const options = { ...REPORT_OPTIONS, budget: 8 }

function report(methods: string, changes: Partial<Parameters<typeof replayReport>[2]> = {}) {
  return replayReport(splitMethods([methods], 8), [easy, hard], { ...options, ...changes })
}

describe('splitMethods', () => {
  it('reads commas and semicolons, and tells a parameter from a method', () => {
    const written = 'sc,esc:window=4,answerFrom=window@8,cges:confidence=lns-arith,gamma=0.9;asc-beta'
    expect(splitMethods([written, 'dsc:easyRun=2'], 16).map(({ method, budget }) => [method, budget])).toEqual([
      ['sc', 16],
      ['esc', 8],
      ['cges', 16],
      ['asc-beta', 16],
      ['dsc', 16],
    ])
    const pairs = splitMethods(['cges:confidence=constant,gamma=0.9,map=-0.8;1.6@8;voi'], 16)
    expect(pairs.map(({ method, budget }) => [method, budget])).toEqual([
      ['cges', 8],
      ['voi', 16],
    ])
    expect(() => splitMethods(['sc,sq'], 16)).toThrow('--methods')
    expect(() => splitMethods([' '], 16)).toThrow('names no method')
  })

  it('takes bare names with the usual settings, and names everything that is wrong at once', () => {
    const notes: string[] = []
    const specs = splitMethods(['sc;esc;asc-beta;cges'], 16, { note: (text) => notes.push(text), signal: 'rm' })
    expect(specs).toMatchObject([
      { method: 'sc' },
      { method: 'esc', window: 4 },
      { method: 'asc-beta' },
      { method: 'cges', confidence: 'rm', gamma: 0.99 },
    ])
    expect(notes).toEqual([
      'esc names no window: taken as esc:window=4',
      'cges names no confidence and no gamma: taken as cges:confidence=rm,gamma=0.99',
    ])
    expect(() => splitMethods(['sq;reasc;sc;esc:window=x'], 16)).toThrow(
      /^--methods: unknown method "sq".*\n--methods: reasc requires confidence .* and gate .*\n--methods: window must be/u,
    )
  })
})

describe('a recording', () => {
  it('merges answers that are equal, reads answers from texts, and keeps what has none', async () => {
    const [boxed, none, plain] = (
      await recording('q', {
        answer: '0.5',
        samples: [
          { text: 'so \\boxed{\\frac12}' },
          { answer: null },
          { answer: '1/2', logprobs: [0, '-Infinity'], tokens: ['a', 'b'] },
        ],
      })
    ).samples
    expect(boxed?.answer).toBe(plain?.answer)
    expect(none?.answer).toBeNull()
    expect(plain?.signals).toMatchObject({ 'lns-arith': 0.5, 'lns-geom': 1e-6, mars: 1e-6 })
  })

  it('counts and grades an expression by its value, however it is written', async () => {
    const samples = ['(x+1)(x+2)', '(x+1)(x+2)', 'x^2+3x+2', 'x^2+3x'].map((answer) => ({ answer }))
    const factored = await recording('q', { answer: 'x^2+3x+2', samples })
    expect(new Set(factored.samples.map(({ answer }) => answer)).size).toBe(2)
    const { methods, notes } = replayReport(splitMethods(['sc'], 4), [factored], { ...options, inOrder: true })
    expect(methods[0]?.accuracy.mean).toBe(1)
    expect(notes).toEqual([])
  })

  it.each([
    ['{"question_id":"q","samples":[{"answer":"1"}]}', 'no answer to grade by'],
    ['{"question_id":"q","answer":"1","samples":[]}', 'at least one sample'],
    ['{"question_id":"q","answer":"1","samples":[{}]}', 'samples[0]: has neither answer nor text'],
    ['{"question_id":"q","answer":"1","samples":[{"answer":"1","confidence":{"lns":1}}]}', 'samples[0].confidence'],
    ['{"question_id":"q","answer":"1","samples":[{"answer":"1","status":"cut"}]}', 'samples[0].status'],
    ['nope', 'not JSON'],
  ])('%s: %s', async (line, problem) => {
    expect(await parseLine(line)).toContain(problem)
  })
})

describe('replayReport', () => {
  it('charges and grades what the methods decide, on the same permutations', () => {
    const { methods, questions, samples } = report('sc;esc:window=4;cges:confidence=lns-arith,gamma=0.99')
    expect([questions, samples]).toEqual([2, 16])
    const [sc, esc, cges] = methods
    expect(sc).toMatchObject({ accuracy: { mean: 0.5, std: 0 }, calls: { mean: 8, std: 0 }, rounds: { mean: 1 } })
    expect(esc?.calls.mean).toBeGreaterThan(4)
    expect(esc?.calls.mean).toBeLessThanOrEqual(6)
    expect(esc?.rounds.mean).toBeCloseTo((esc?.calls.mean ?? NaN) / 4, 12)
    // The log’s own confidence is no LNS, whatever signal it stands in for.
    const label = 'cges:confidence=mapped,gamma=0.99@8'
    expect(cges).toMatchObject({ label, source: 'confidence', accuracy: { mean: 1 } })
    // The easy question alone needs three samples at .9 whatever their order.
    const parsed = parseMethodSpec('cges:confidence=lns-arith,gamma=0.99@8', 8)
    if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error('a trial method')
    const { spec } = parsed
    const byHand = Array.from({ length: options.seeds }, (_, seed) => {
      const pool = hard.samples.map(({ answer, confidence }) => ({
        answer,
        confidences: { 'lns-arith': confidence ?? NaN },
      }))
      const decision = decide(spec, permute(pool, seed, 'hard'))
      return decision.state === 'stopped' ? (3 + decision.calls) / 2 : NaN
    })
    expect(cges?.calls.mean).toBeCloseTo(byHand.reduce((a, b) => a + b, 0) / byHand.length, 12)
  })

  it('gives the same report twice, and permutes each question by the seed alone', () => {
    expect(report('asc-beta;dsc')).toEqual(report('asc-beta;dsc'))
    const alone = replayReport(splitMethods(['asc-beta'], 8), [hard], options).methods[0]
    const both = report('asc-beta').methods[0]
    expect(both?.calls.mean).toBeCloseTo(((alone?.calls.mean ?? NaN) + 4) / 2, 12)
  })

  it('says why a method cannot run, and runs the rest', async () => {
    const { methods, notRunnable } = report('sc@9;sc;cges:confidence=rm,gamma=0.9;cges:confidence=mars,gamma=0.9')
    expect(methods.map(({ label }) => label)).toEqual(['sc@8', 'cges:confidence=mapped,gamma=0.9@8'])
    expect(notRunnable).toMatchObject([
      { reason: 'its budget is 9, but question easy has 8 samples, the fewest of this log' },
      { reason: expect.stringContaining('reward 3 is not in [0, 1]: add --reward-map logistic:3,2.3') },
    ])
    const poor = await recording('poor', { answer: '1', samples: Array.from({ length: 8 }, () => ({ answer: '1' })) })
    const { notRunnable: lacking } = replayReport(
      splitMethods(['cges:confidence=lns-arith,gamma=0.9;dsc'], 8),
      [poor],
      options,
    )
    expect(lacking[0]?.reason).toContain('lns-arith is computed from: logprobs, or confidence')
    expect(lacking[1]?.reason).toContain('not every question has a difficulty')
  })

  it('maps rewards, sweeps gamma once for methods that differ in it alone, and warns', () => {
    const maps = { confidence: IDENTITY, reward: parseValueMap('logistic:0,1') }
    const methods = 'sc;cges:confidence=rm,gamma=0.9;cges:confidence=rm,gamma=0.99'
    const full = report(methods, { maps, gammaGrid: true })
    expect(full.methods.map(({ sweep }) => sweep?.length)).toEqual([undefined, 22, undefined])
    const [, first, second] = full.methods
    expect(first?.sweep?.find(({ gamma }) => gamma === 0.9)?.calls).toEqual(first?.calls)
    expect(first?.sweep?.find(({ gamma }) => gamma === 0.99)?.accuracy).toEqual(second?.accuracy)
    expect(first?.efficientGamma).toMatchObject({ qualified: true, chosenOnSameLabels: true })
    expect(full.signals[0]).toMatchObject({ signal: 'rm', source: 'reward', n: 16, auc: 1, drift: { positive: 1 } })
    expect(full.notes.join()).toContain('mapped by logistic:0,1')
    expect(new Set(full.pareto.map(({ calls, accuracy }) => `${calls} ${accuracy}`)).size).toBe(full.pareto.length)
    expect(replayText(full).join('\n')).toMatch(/gamma sweep of cges.*efficient gamma/su)
    const pareto = Array.from({ length: 17 }, (_, at) => ({ method: `m${at}`, calls: at, tokens: null, accuracy: at }))
    const best = replayText({ ...full, pareto }).find((line) => line.startsWith('best trade-offs')) ?? ''
    expect(best).toMatch(/: m0; m4; m8; m12; m16; 12 more between these: --json, pareto$/u)
  })

  it('grades by the file where asked to', async () => {
    const samples = Array.from({ length: 8 }, () => ({ answer: '3', correct: true }))
    const odd = await recording('odd', { answer: '4', samples })
    const by = (grades: 'reference' | 'recorded') =>
      replayReport(splitMethods(['sc'], 8), [odd], { ...options, grades })
    expect(by('reference').methods[0]?.accuracy.mean).toBe(0)
    expect(by('recorded').methods[0]?.accuracy.mean).toBe(1)
    // How often the two agree stands above the table, counted once.
    expect([by('reference').notes, by('recorded').notes]).toEqual([[], []])
  })
})

it('difficultyOrder goes by the file, or by how little the samples left over agree', () => {
  expect(difficultyOrder('given', [hard, easy], { pools: [], budget: 8 })).toEqual([1, 0])
  const pools = [easy, hard].map(({ samples }) => samples.map(({ answer }) => ({ answer, confidences: {} })))
  expect(difficultyOrder('sample', [hard, easy], { pools: pools.toReversed(), budget: 4 })).toEqual([1, 0])
})

it('parseValueMap reads logistic maps, falling ones too, and nothing else', () => {
  expect(parseValueMap('logistic:2,0.5').map(2)).toBe(0.5)
  expect(parseValueMap('logistic:0,1').map(Math.log(3))).toBeCloseTo(0.75, 12)
  expect(parseValueMap('logistic:0,-1').map(5)).toBeLessThan(0.5)
  for (const wrong of ['logistic', 'logistic:1', 'logistic:1,0', 'logistic:a,1', 'linear:0,1']) {
    expect(() => parseValueMap(wrong)).toThrow('logistic:center,scale')
  }
})

const tokenOptions = { ...REPORT_OPTIONS, budget: 5 }

/** One question whose answer is 4, read as the command reads it. */
function tracedRecording(samples: readonly object[]): Recording {
  const read = parseRecordingRow(JSON.stringify({ question_id: 'one', answer: '4', samples }))
  const collector = new RecordingCollector(new LogReader({ kind: 'math', paper: false }), null, [2])
  const problem = read.ok && read.entry !== null ? collector.add(read.entry) : 'not read'
  const [found] = collector.recordings()
  if (problem !== null || found === undefined) throw new Error(problem ?? 'nothing')
  return found
}

function swept(samples: readonly object[]) {
  const specs = splitMethods(['asc-beta@5;cges:confidence=lns-arith,gamma=0.99@5'], 5)
  const report = replayReport(specs, [tracedRecording(samples)], { ...tokenOptions, sweep: true, gammaGrid: true })
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
    const traced = tracedRecording(traces)
    const { methods: results, notRunnable } = replayReport(methods, [traced], { ...tokenOptions, inOrder: true })
    expect(notRunnable).toEqual([])
    // The bar is 9, at once reached by two of the warm-ups alone.
    expect(results.map(({ calls, tokens }) => [calls.mean, tokens?.mean])).toEqual([
      [5, 17],
      [3, 10],
    ])
    const doubtful = traces.map((trace, at) => (at === 2 ? { ...trace, answer: '5' } : trace))
    const longer = tracedRecording(doubtful)
    const report = replayReport(methods, [longer], { ...tokenOptions, inOrder: true })
    // Of the fourth answer two tokens were drawn, and the last has all of its own.
    expect(report.methods.map(({ calls, tokens }) => [calls.mean, tokens?.mean])).toEqual([
      [5, 17],
      [5, 14],
    ])
    expect(replayText(report).join('\n')).toMatch(/calls +saved +tokens/)
  })

  it('are not made up where the log does not tell them, nor is a method run that needs more', () => {
    const bare = traces.map(({ answer }) => ({ answer }))
    const report = replayReport(methods, [tracedRecording(bare)], tokenOptions)
    expect(report.methods.map(({ tokens }) => tokens)).toEqual([null])
    expect(replayText(report).join('\n')).not.toContain('tokens ')
    expect(report.notRunnable).toEqual([
      { method: expect.stringContaining('deepconf'), reason: expect.stringMatching(/token_confidences/) },
    ])
    const counted = bare.map((sample, at) => ({ ...sample, completion_tokens: at }))
    const known = replayReport(methods, [tracedRecording(counted)], tokenOptions)
    expect(known.methods.map(({ tokens }) => tokens?.mean)).toEqual([10])
  })
  it('stand in every sweep, or it says why they do not', () => {
    const counted = traces.map((trace, at) => ({ ...trace, confidence: 0.6, completion_tokens: 10 * (at + 1) }))
    const { report, text } = swept(counted)
    expect(text).toMatch(/gamma +accuracy % +calls +tokens\n/)
    expect(text).toMatch(/tokens to SC − 0\.5 points +sequential to SC − 0\.5 points\n/u)
    expect(text).not.toContain('no table by tokens')
    const sweep = report.methods.flatMap((method) => method.sweep ?? [])
    expect(sweep.length).toBeGreaterThan(9)
    // Every permutation draws ten to fifty tokens a call, and sc all of them.
    for (const { calls, tokens } of sweep) {
      expect(tokens?.mean).toBeGreaterThanOrEqual(5 * calls.mean * (calls.mean + 1))
      expect(tokens?.mean).toBeLessThanOrEqual(150)
    }
    const bare = swept(counted.map(({ answer, confidence }) => ({ answer, confidence })))
    expect(bare.text).toContain('no table by tokens: some samples have no token count')
    expect(bare.text).not.toMatch(/tokens( to SC|\n)/)
    expect(bare.report.frontiers.map(({ byTokens }) => byTokens)).toEqual([null, null])
    expect(bare.report.frontiers.map(({ bySequential }) => bySequential)).toEqual([null, null])
  })
})

describe('a sweep', () => {
  it('says of each method that it leaves out why, and sets the others beside the first', () => {
    const answers = ['4', '4', '7', '4', '4', '4']
    const traced = tracedRecording(answers.map((answer) => ({ answer })))
    const custom = customRuleResult('own: rule.mjs', 5, { recordings: [traced], grades: 'reference' }, [[]])
    const specs = splitMethods(['asc-beta@5;dsc:easyRun=1@5;sc@5'], 5)
    const report = replayReport(specs, [traced], {
      ...tokenOptions,
      dscRanking: 'sample',
      sweep: true,
      custom: [custom],
    })
    expect(report.frontiers.map(({ label }) => label)).toEqual(['asc-beta@5', 'dsc:easyRun=1@5', 'sc@5'])
    expect(report.notSwept).toEqual([{ method: 'own: rule.mjs', reason: expect.stringContaining('no threshold') }])
    const text = replayText(report).join('\n')
    expect(text).toMatch(/calls to SC − 0\.5 points +all calls, over asc-beta@5\n/u)
    expect(text).toMatch(/^not swept: own: rule\.mjs: a rule/mu)
  })
})

function inputRecording(id: string, line: object): Recording {
  const read = parseRecordingRow(JSON.stringify({ question_id: id, ...line }))
  if (!read.ok || read.entry === null) throw new Error(read.ok ? 'passed over' : read.problem)
  const collector = new RecordingCollector(new LogReader({ kind: 'math', paper: false }))
  const problem = collector.add(read.entry)
  const [found] = collector.recordings()
  if (found === undefined || problem !== null) throw new Error(problem ?? 'nothing')
  return found
}

const inputOptions = { ...REPORT_OPTIONS, budget: 8, seeds: 2 }

describe('what a recording says of its samples', () => {
  it('casts no vote with a sample that was cut, and says how the samples ended', () => {
    const ends = ['completed', 'truncated', 'completed', 'truncated']
    const samples = ends.map((status) => ({ answer: status === 'completed' ? '1' : '2', status, correct: true }))
    const cut = inputRecording('q', { answer: '1', samples: [...samples, { answer: '3', finish_reason: 'length' }] })
    expect(cut.samples.map(({ answer, status }) => [answer !== null, status])).toEqual([
      [true, 'completed'],
      [false, 'truncated'],
      [true, 'completed'],
      [false, 'truncated'],
      [false, 'truncated'],
    ])
    const { input } = replayReport(splitMethods(['sc'], 4), [cut], { ...inputOptions, budget: 4 })
    expect(input).toMatchObject({ completed: 2, truncated: 3, unknown: 0 })
  })

  it('warns on standard error where the first samples are unlike the rest', () => {
    const many = Array.from({ length: 20 }, (_, at) => {
      const samples = Array.from({ length: 40 }, (__, place) => ({
        answer: '1',
        status: place < 16 ? 'completed' : 'truncated',
      }))
      return inputRecording(`q${at}`, { answer: '1', samples })
    })
    const report = replayReport(splitMethods(['sc'], 8), many, inputOptions)
    expect(replayText(report).join('\n')).not.toContain('warning')
    expect(replayWarnings(report, undefined).join('\n')).toMatch(
      /the first 16 samples of each question are unlike the rest: 100\.0 % against 0\.0 % completed[\s\S]*--first 16/u,
    )
    const same = inputRecording('q', { answer: '1', samples: Array.from({ length: 8 }, () => ({ answer: '1' })) })
    const sameReport = replayReport(splitMethods(['sc'], 8), [same], inputOptions)
    expect(replayWarnings(sameReport, undefined)).toEqual([])
    const alike = replayText(sameReport).join('\n')
    expect(alike).not.toContain('interval')
  })
})
