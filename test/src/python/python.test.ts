import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { methodKey, methodLabel, parseMethodSpec, RULES, seededRandom } from '@cges-fleet/methods'
import { liveDifference, liveInterval } from '@cges-fleet/statistics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cges } from '../cli/run-cges.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { findPython, findPythons } from './find-python.js'

const PYTHON = findPython()
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PACKAGE = join(ROOT, 'packages', 'python')

type ReplayLine = {
  readonly calls: number
  readonly answer: string | null
  readonly reason: string
  readonly score: number | null
}

type Mean = { readonly mean: number; readonly std: number | null }

interface NodeUntil {
  readonly of: number
  readonly questions: Mean
  readonly calls: Mean
  readonly callsOfAll: Mean
  readonly seeds: number
  readonly whole: number
  readonly wrong: number
  readonly outcomes: readonly { readonly key: string; readonly counts: Readonly<Record<string, number>> }[]
}

function run(python: string, args: readonly string[], { input = '', cwd = ROOT } = {}): string {
  const env = { ...process.env, PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', PYTHONPATH: '' }
  return execFileSync(python, args, {
    cwd,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

function toLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function fromLines(text: string): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe.skipIf(PYTHON === null)('the Python package (needs python3, 3.10 or newer)', () => {
  let folder: string
  let clean: string
  let wheel: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cges-python-'))
    run(PYTHON ?? '', ['-m', 'venv', join(folder, 'venv')])
    clean = join(folder, 'venv', 'bin', 'python')
    run(clean, ['-m', 'pip', 'wheel', '--quiet', '--no-deps', PACKAGE, '--wheel-dir', folder])
    wheel = join(folder, readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '')
    run(clean, ['-m', 'pip', 'install', '--quiet', wheel])
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is one wheel of this release, made without a download, and needs no other package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(readdirSync(folder).filter((name) => name.endsWith('.whl'))).toEqual([`cges-${version}-py3-none-any.whl`])
    const printed = run(clean, ['-c', 'import cges; print(cges.__version__, cges.__file__)'], { cwd: folder })
    expect(printed).toContain(`${version} ${join(folder, 'venv')}`)
    expect(run(clean, ['-m', 'pip', 'check'])).toContain('No broken requirements')
  })

  it.each(IS_AT_LENGTH ? findPythons() : findPythons().slice(0, 1))(
    'passes its own tests on Python $version',
    ({ python }) => {
      // Pure Python, so that the wheel itself can stand on the path, but for the files it reads: it is unpacked.
      const unpacked = join(folder, 'unpacked')
      run(clean, ['-m', 'zipfile', '--extract', wheel, unpacked])
      const code = `import sys; sys.path.insert(0, sys.argv.pop(1)); import cges, unittest; unittest.main(module=None)`
      const args = ['discover', '--start-directory', join(PACKAGE, 'tests')]
      run(python, ['-B', '-c', code, unpacked, ...args])
    },
  )

  it('says what it is: versions, extras, a licence, how to install it', () => {
    const metadata = run(clean, ['-c', `import importlib.metadata as m; print(m.metadata('cges').as_string())`])
    expect(metadata).toMatch(/^License-Expression: Apache-2\.0$/mu)
    for (const { version } of findPythons())
      expect(metadata).toContain(`Classifier: Programming Language :: Python :: ${version}`)
    for (const extra of ['pandas', 'inspect', 'lm-eval']) expect(metadata).toContain(`Provides-Extra: ${extra}`)
    expect(metadata).toMatch(/^Requires-Dist: jupyterlab\S* ; extra == "notebook"$/mu)
    expect(metadata).toContain('pip install')
  })

  it('decides as `cges decide` does', async () => {
    const lines = decideLines(seededRandom('python'), 1500)
    const input = toLines(lines)
    const command = cges(['decide'])
    command.process.stdin?.end(input)
    expect(await command.code, command.err()).toBe(0)
    const node = fromLines(command.out()) as (ReplayLine & { questions?: ReplayLine[] })[]
    const python = fromLines(run(clean, [join(PACKAGE, 'tests', 'decide_lines.py')], { input })) as typeof node
    expect(python).toHaveLength(lines.length)
    for (const [at, theirs] of python.entries()) {
      const ours = node[at]
      const pairs = ours?.questions?.map((each, place) => [each, theirs.questions?.[place]] as const) ?? [
        [ours, theirs],
      ]
      for (const [one, other] of pairs) expect(other, JSON.stringify(lines[at])).toEqual(inPythonNames(one))
    }
  })

  it.each([
    ['', 'cges.demo(), sys.argv[1:]'],
    [' --in-order', 'cges.demo(), sys.argv[1:], in_order=True'],
  ])('replays the recording that is shipped as `cges replay%s` does', async (option, given) => {
    const recording = join(ROOT, 'packages', 'tiny-llama', 'recording.jsonl.gz')
    const byConfidence = ['cges:confidence=lns-arith,gamma=0.99@16', 'cisc:confidence=lns-arith@16']
    const methods = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'mmc@16', 'doubling@16', ...byConfidence]
    const command = cges([
      'replay',
      recording,
      ...option.split(' ').filter(Boolean),
      '--json',
      '--methods',
      methods.join(';'),
    ])
    expect(await command.code, command.err()).toBe(0)
    const code = `import cges, json, sys; print(json.dumps(list(cges.replay(${given}))))`
    const python = JSON.parse(run(clean, ['-c', code, ...methods], { cwd: folder }))
    const node = JSON.parse(command.out()) as {
      methods: { method: string; accuracy: Mean; calls: Mean; tokens: Mean; sequential: Mean; saved: number }[]
    }
    const isOnce = option !== ''
    const expected = node.methods.map(({ method, accuracy, calls, tokens, sequential, saved }) => ({
      method,
      questions: 300,
      accuracy: expect.closeTo(accuracy.mean, 12) as number,
      accuracy_std: isOnce ? null : (expect.closeTo(accuracy.std ?? 0, 12) as number),
      calls: expect.closeTo(calls.mean, 12) as number,
      calls_std: isOnce ? null : (expect.closeTo(calls.std ?? 0, 12) as number),
      tokens: expect.closeTo(tokens.mean, 9) as number,
      sequential: expect.closeTo(sequential.mean, 9) as number,
      saved: expect.closeTo(saved, 12) as number,
    }))
    expect(python).toEqual(expected)
  })

  it('fills in the settings that methods lack as `cges replay` does, and says so in its words', async () => {
    const recording = join(ROOT, 'packages', 'tiny-llama', 'recording.jsonl.gz')
    const methods = ['esc', 'esc@4', 'esc:answerFrom=window', 'cges', 'cges:gamma=0.9@8', 'cisc', 'cite-weighted@8']
    const command = cges(['replay', recording, '--in-order', '--json', '--methods', methods.join(';')])
    expect(await command.code, command.err()).toBe(0)
    const code = `import cges, json, sys, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    rows = cges.replay(cges.demo(), sys.argv[1:], in_order=True)
print(json.dumps({"methods": [row["method"] for row in rows], "notes": [str(each.message) for each in caught]}))`
    const node = JSON.parse(command.out()) as { methods: { method: string }[] }
    const said = command.err().split('\n')
    const python = JSON.parse(run(clean, ['-c', code, ...methods], { cwd: folder })) as { notes: string[] }
    expect(python).toMatchObject({ methods: node.methods.map(({ method }) => method) })
    expect(python.notes).toHaveLength(methods.length)
    expect(said).toEqual(expect.arrayContaining(python.notes))
  })

  it.each([
    ['accuracy=8', { accuracy: 8 }],
    ['decided=sc@16;margin=2', { decided: 'sc@16', margin: 2 }],
    ['decided=sc@16;margin=0;at-least=200', { decided: 'sc@16', margin: 0, atLeast: 200 }],
    ['best;margin=3', { best: true, margin: 3 }],
  ])('ends a replay where `cges replay --until %s` does', async (written, until) => {
    const recording = join(ROOT, 'packages', 'tiny-llama', 'recording.jsonl.gz')
    const methods = ['sc@16', 'esc:window=4@16', 'asc-beta@16', 'cges:confidence=lns-arith,gamma=0.99@16']
    const command = cges([
      'replay',
      recording,
      '--in-order',
      '--json',
      '--methods',
      methods.join(';'),
      '--until',
      written,
    ])
    expect(await command.code, command.err()).toBe(0)
    const code = `import cges, dataclasses, json, sys
goal, *methods = sys.argv[1:]
print(json.dumps(dataclasses.asdict(cges.replay_until(cges.demo(), methods, json.loads(goal), seeds=1))))`
    const python = JSON.parse(run(clean, ['-c', code, JSON.stringify(until), ...methods], { cwd: folder }))
    const node = (JSON.parse(command.out()) as { until: NodeUntil }).until
    const { of, questions, calls, callsOfAll, seeds, whole, wrong, outcomes } = node
    const own = Object.fromEntries(outcomes.map(({ key, counts }) => [key, counts]))
    if ('decided' in until) own[outcomes[0]?.key ?? ''] = { baseline: 1 }
    expect(python).toEqual({
      of,
      questions: questions.mean,
      calls: calls.mean,
      calls_of_all: callsOfAll.mean,
      seeds,
      whole,
      wrong,
      outcomes: own,
    })
  })

  it('gives the limits of a running evaluation', () => {
    const random = seededRandom('prefixes')
    // No round α: an exact tie would be decided by the last digit of a logarithm.
    const prefixes = Array.from({ length: 1000 }, () => {
      const trials = random.int(1, 3000)
      const closed = random.int(1, trials)
      const unknown = random.int(0, Math.min(closed - 1, 5))
      const wins = random.int(0, closed - unknown)
      const losses = random.int(0, closed - unknown - wins)
      return { trials, closed, wins, losses, unknown, alpha: random.pick([0.049, 0.0123, 0.21]) }
    })
    const code = `import json, sys
from cges.live import live_difference, live_interval
for line in sys.stdin:
    trials, closed, wins, losses, unknown, alpha = json.loads(line).values()
    one = live_interval(trials, closed, wins, unknown, alpha)
    print(json.dumps([*one, *live_difference(trials, closed, wins, losses, unknown, alpha)]))`
    const python = fromLines(run(clean, ['-c', code], { cwd: folder, input: toLines(prefixes) }))
    const node = prefixes.map(({ wins, losses, alpha, ...counts }) => {
      const share = liveInterval({ ...counts, right: wins }, alpha)
      const difference = liveDifference({ ...counts, wins, losses }, alpha)
      return [share.low, share.high, difference.low, difference.high].map(
        (limit) => expect.closeTo(limit, 12) as number,
      )
    })
    expect(python).toEqual(node)
  })

  it('reads methods, and refuses texts, in the same words', () => {
    const input = toLines(methodTexts().map((parse) => ({ parse })))
    const python = fromLines(run(clean, [join(PACKAGE, 'tests', 'decide_lines.py')], { input }))
    const node = methodTexts().map((text) => {
      const parsed = parseMethodSpec(text, 16)
      return parsed.ok ? { key: methodKey(parsed.spec), label: methodLabel(parsed.spec) } : { problem: parsed.problem }
    })
    expect(python).toEqual(node)
  })
})

/** The same verdict; scores may differ in their last digits. */
function inPythonNames(one: ReplayLine | undefined) {
  const { calls, answer, reason, score = null } = one ?? {}
  return { calls, answer, reason, score: score === null ? null : (expect.closeTo(score, 11) as number) }
}

type Random = ReturnType<typeof seededRandom>

/** Methods with other parameters than their examples, so that every branch of a rule is asked. */
const VARIANTS = [
  'esc:window=3,answerFrom=window@24',
  'esc:window=1@4',
  'asc-beta:threshold=0.8@24',
  'asc-dirichlet:threshold=0.7@24',
  'cges:confidence=constant,gamma=0.9@24',
  'cges:confidence=constant,constant=0.4,gamma=0.95,otherStops=true@24',
  'cges:confidence=lns-arith,gamma=0.999,support=6,otherStops=true@24',
  'cges:confidence=lns-geom,gamma=0.99,minSamples=3,map=-0.3;1.4@24',
  'cges:confidence=lns-arith,gamma=0.999,abstainBelow=0.9@6',
  'asc-beta:abstainBelow=0.8@8',
  'sc:abstainBelow=0.5@8',
  'voi:kappa=0.05@24',
  'majority:alpha=0.3@24',
  'mmc:alpha=0.5@24',
  'cite:alpha=0.8@24',
  'bayes:answers=2,delta=0.2,easy=0.05,hard=2,share=0.9@24',
  'bayes:answers=40@24',
  'bayes-shapes:delta=0.2,shapes=9x1/5x6-1/3x3-2-1/2x4-4-2-1-1@24',
  'doubling:threshold=0.6@24',
  'cisc:confidence=lns-arith,temperature=0.1@24',
  'cite-weighted:alpha=0.6,confidence=lns-arith@24',
  'beacon:confidence=lns-arith,cost=0.002@12',
  'deepconf:keep=0.3,threshold=0.8,warmUps=3,window=4@24',
  'parallel-probe:pruneAfter=1,pruneShare=0.3,stable=2,warmUpProbes=1@24',
  'margin-retained:warmUps=5@24',
  'margin-retained:alpha=0.1@24',
  'deepconf:keep=0.9,threshold=0.99,warmUps=5,window=1@24',
  'sc',
]

const OF_SETS = [
  'dsc:easyRun=3,preSamples=3,predictFrom=2,extendBy=2,threshold=0.9@12',
  'fixed-total:totalCalls=40@12',
  'blend-asc:totalCalls=40,step=0.2@12',
]

/** Texts that are methods, and texts that are none. */
const TEXTS = [
  'esc:window=4@16',
  'cges:gamma=0.000001,confidence=mars,map=1e-7;2.5@1',
  'cges:gamma=0.00001,confidence=constant,constant=.5,support=4,otherStops=true',
  'asc-beta:certified=0.02/0.1@32',
  'asc-beta:certified=0.02/0.1,calibrate=20',
  'asc-beta:calibrate=20',
  'asc-beta:certified=0.02/0.1,abstainBelow=0.5',
  'asc-beta:abstainBelow=1',
  'asc-beta:certified=0.00001/0.1',
  'asc-beta:threshold=1',
  'bayes-shapes:shapes=3x1@129',
  'bayes-shapes:shapes=3x1-0',
  'bayes-shapes:delta=0.1',
  'asc-beta:threshold=high',
  'asc-beta:threshold=0.9,threshold=0.8',
  'cges:gamma=0.9',
  'cges:gamma=0.9,confidence=none',
  'cges:gamma=0.9,confidence=rm,support=1',
  'cges:gamma=0.9,confidence=rm,otherStops=yes',
  'esc',
  'esc:4',
  'esc:window=0',
  'esc:window=2.5',
  'sc@0',
  'sc@many',
  'sc:window=4',
  'sc:budget=4',
  'sc:method=esc',
  'nothing@16',
  '',
]

/** Makes lines that `cges decide` and the Python package must answer alike. */
function decideLines(random: Random, count: number): object[] {
  const rules = RULES.filter((rule) => rule.decides === 'trial')
  const methods = [...rules.map((rule) => rule.example), ...VARIANTS]
  const ofTrials = Array.from({ length: count }, (_, at) => ({
    method: methods[at % methods.length],
    samples: samplesOf(random, random.int(1, 30)),
  }))
  const ofSets = Array.from({ length: 30 }, (_, at) => ({
    method: OF_SETS[at % OF_SETS.length],
    questions: Array.from({ length: 8 }, () => ({ samples: samplesOf(random, 12) })),
  }))
  return [...ofTrials, ...ofSets]
}

/** The texts of methods to read alike. */
function methodTexts(): readonly string[] {
  return TEXTS
}

/** Confidences on a coarse grid, so that ties come up; those of tokens in parts of 64, so that their sums are exact. */
function samplesOf(random: Random, size: number) {
  const sure = random.next()
  return Array.from({ length: size }, () => ({
    answer: random.next() < 0.1 ? null : random.next() < sure ? 'A' : random.pick(['A', 'B', 'C', 'D']),
    confidence: random.int(1, 19) / 20,
    tokenConfidences: Array.from({ length: random.int(1, 12) }, () => random.int(64, 1280) / 64),
    partials: Array.from({ length: random.int(0, 6) }, (_, at) => ({
      tokens: 2 * at + 1,
      answer: random.next() < 0.1 ? null : random.pick(['A', 'A', 'B', 'C']),
      probeTokens: random.int(1, 4),
    })),
  }))
}
