import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfidenceSignal } from './confidence/confidence-signal.js'
import { didYouMean, parseMethodSpec } from './parse-method-spec.js'
import { methodKey } from './method-key.js'
import { METHOD_PARAMETERS, methodLabel } from './method-label.js'
import { MAX_BUDGET, MethodSpec } from './method-spec.js'

const samples = fc.integer({ min: 1, max: MAX_BUDGET })
const share = fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true })
/** Without −0, which is written as 0. */
const real = fc.double({ min: -99, max: 99, noNaN: true }).map((value) => value + 0)
/** Parameters that a spec may lack. */
const affine = {
  map: fc.option(fc.tuple(real, real), { nil: undefined }),
  constant: fc.option(share, { nil: undefined }),
}

const level = fc.double({ min: 0.01, max: 0.9, noNaN: true })
const anySpec: fc.Arbitrary<MethodSpec> = fc.oneof(
  fc.record({ method: fc.constant('sc' as const), budget: samples }),
  fc.record({
    method: fc.constant('esc' as const),
    window: samples,
    answerFrom: fc.constantFrom('plurality' as const, 'window' as const),
    budget: samples,
  }),
  fc.record({ method: fc.constant('asc-dirichlet' as const), threshold: share, budget: samples }),
  fc.record({
    method: fc.constant('asc-beta' as const),
    threshold: share,
    certified: fc.tuple(level, level),
    calibrate: fc.integer({ min: 500, max: 10_000 }),
    budget: samples,
  }),
  fc.record({
    method: fc.constant('dsc' as const),
    rankBatch: fc.integer({ min: 2, max: 64 }),
    rankRounds: fc.integer({ min: 1, max: 100 }),
    preSamples: samples,
    easyRun: fc.integer({ min: 1, max: 100_000 }),
    predictFrom: fc.integer({ min: 1, max: 100_000 }),
    extendBy: samples,
    threshold: share,
    budget: samples,
  }),
  fc.record({
    method: fc.constant('cges' as const),
    confidence: fc.constantFrom(...ConfidenceSignal.options, 'constant' as const),
    gamma: share,
    ...affine,
    minSamples: samples,
    support: fc.oneof(fc.constant('dynamic' as const), fc.record({ fixed: fc.integer({ min: 2, max: 1e9 }) })),
    otherStops: fc.boolean(),
    budget: samples,
  }),
)

describe('methodKey and methodLabel', () => {
  it('are read back to the same method', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        expect(parseMethodSpec(methodKey(spec), 7)).toEqual({ ok: true, spec })
        expect(parseMethodSpec(methodLabel(spec), 7)).toEqual({ ok: true, spec })
        expect(parseMethodSpec({ ...spec }, 7)).toEqual({ ok: true, spec })
      }),
    )
  })

  it.each([
    ['sc', 'sc@16', 'sc@16'],
    ['esc:window=4', 'esc:answerFrom=plurality,window=4@16', 'esc:window=4@16'],
    ['esc:window=4,answerFrom=window@8', 'esc:answerFrom=window,window=4@8', 'esc:answerFrom=window,window=4@8'],
    ['asc-beta', 'asc-beta:threshold=0.95@16', 'asc-beta@16'],
    ['asc-dirichlet', 'asc-dirichlet:threshold=0.95@16', 'asc-dirichlet@16'],
    [
      'dsc:easyRun=8',
      'dsc:easyRun=8,extendBy=4,preSamples=4,predictFrom=16,rankBatch=5,rankRounds=3,threshold=0.95@16',
      'dsc:easyRun=8@16',
    ],
    [
      ' cges : gamma = .99 , confidence = lns-arith , support = 4 @ 64 ',
      'cges:confidence=lns-arith,gamma=0.99,minSamples=1,otherStops=false,support=4@64',
      'cges:confidence=lns-arith,gamma=0.99,support=4@64',
    ],
    [
      'cges:map=-.8;1.6,confidence=constant,gamma=0.99,constant=.7',
      'cges:confidence=constant,constant=0.7,gamma=0.99,map=-0.8;1.6,minSamples=1,otherStops=false,support=dynamic@16',
      'cges:confidence=constant,constant=0.7,gamma=0.99,map=-0.8;1.6@16',
    ],
    ['voi', 'voi:kappa=0.01@16', 'voi@16'],
    [
      'cges:confidence=lns-arith,gamma=0.99@16',
      'cges:confidence=lns-arith,gamma=0.99,minSamples=1,otherStops=false,support=dynamic@16',
      'cges:confidence=lns-arith,gamma=0.99@16',
    ],
  ])('%s', (text, key, label) => {
    const parsed = parseMethodSpec(text, 16)
    expect(parsed.ok && methodKey(parsed.spec)).toBe(key)
    expect(parsed.ok && methodLabel(parsed.spec)).toBe(label)
  })
})

describe('METHOD_PARAMETERS', () => {
  it.each(Object.entries(METHOD_PARAMETERS))('%s: has the defaults of the schema, sorted by name', (_, method) => {
    const parsed = parseMethodSpec(method.example, 16)
    const written = parsed.ok ? methodKey(parsed.spec) : ''
    for (const { name, preset } of method.parameters) {
      if (preset !== undefined) expect(written).toMatch(new RegExp(`[:,]${name}=${preset}[,@]`, 'u'))
    }
    const names = method.parameters.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
  })
})

describe('parseMethodSpec, wrong input', () => {
  it.each<[string | Record<string, unknown>, string, string[]]>([
    ['', 'unknown method ""; the methods are sc, esc, asc-beta, asc-dirichlet, dsc, cges, voi, ', ['method']],
    ['cgse@16', 'unknown method "cgse"; did you mean cges? The methods are sc, esc, asc-beta, ', ['method']],
    ['cges:confidence=lns-airth,gamma=0.9', '; did you mean lns-arith?', ['confidence']],
    ['esc:windwo=4', '; did you mean window?', ['windwo']],
    [{ method: 'constructor' }, 'unknown method "constructor"; the methods are', ['method']],
    [{}, 'unknown method nothing', ['method']],
    ['sc:window=4', 'sc has no parameter "window"; it takes abstainBelow, budget', ['window']],
    [
      'cges:gama=0.9',
      'cges has no parameter "gama"; it takes abstainBelow, calibrate, certified, confidence, constant, gamma, map, minSamples',
      ['gama'],
    ],
    [{ method: 'sc', toString: 1 }, 'sc has no parameter "toString"', ['toString']],
    ['esc', 'esc requires window (a whole number of samples from 1 to 1024), as in esc:window=4@16', ['window']],
    ['cges@16', 'cges requires confidence (one of lns-arith, lns-geom, deepconf-b10', ['confidence']],
    ['cges:confidence=lns-arith', 'cges requires gamma (a number strictly between 0 and 1), as in cges:', ['gamma']],
    ['cges:confidence=lns,gamma=0.9', 'confidence must be one of lns-arith, lns-geom, deepconf-b10', ['confidence']],
    ['cges:confidence=lns-arith,gamma=1', 'gamma must be a number strictly between 0 and 1, not 1', ['gamma']],
    ['cges:confidence=lns-arith,gamma=.9,map=1', 'map must be two numbers a;b between', ['map']],
    ['doubling:threshold=1.01', 'threshold must be a number above 0, at most 1, not 1.01', ['threshold']],
    ['voi:kappa=0', 'kappa must be a number strictly between 0 and 1, not 0', ['kappa']],
    ['cges:confidence=lns-arith,gamma=0x1', 'gamma must be a number strictly', ['gamma']],
    ['cges:confidence=lns-arith,gamma=0.9,support=1', 'support must be dynamic, or a whole number', ['support']],
    ['cges:confidence=lns-arith,gamma=0.9,otherStops=yes', 'otherStops must be true or false', ['otherStops']],
    ['cges:confidence=lns-arith,gamma=0.9,minSamples=0', 'minSamples must be a whole number', ['minSamples']],
    ['esc:window=2.5', 'window must be a whole number of samples from 1 to 1024, not 2.5', ['window']],
    ['esc:window=4,window=4', 'window is given twice', ['window']],
    ['esc:window', '"window" is not of the form name=value', []],
    ['esc:', '"" is not of the form name=value', []],
    ['esc:window=4,budget=8', 'the budget is written after @, as in sc@16', ['budget']],
    ['sc@', 'budget must be a whole number of samples from 1 to 1024, not ""', ['budget']],
    ['sc@0', 'budget must be a whole number of samples from 1 to 1024, not 0', ['budget']],
    ['sc@1025', 'budget must be a whole number of samples from 1 to 1024, not 1025', ['budget']],
    [{ method: 'sc', budget: null }, 'budget must be a whole number of samples from 1 to 1024, not null', ['budget']],
    [{ method: 'esc', window: '4' }, 'window must be a whole number of samples from 1 to 1024, not "4"', ['window']],
  ])('%j', (input, problem, path) => {
    const parsed = parseMethodSpec(input, 16)
    expect(parsed).toMatchObject({ ok: false, path })
    expect(parsed.ok ? '' : parsed.problem).toContain(problem)
  })

  it('never throws, and says what is wrong with anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.dictionary(fc.string(), fc.jsonValue())), (input) => {
        const parsed = parseMethodSpec(input, 16)
        if (!parsed.ok) expect(parsed.problem).not.toBe('')
      }),
    )
  })

  it('allows a window above the budget, and takes the default budget', () => {
    expect(parseMethodSpec('esc:window=20@16', 4)).toMatchObject({ ok: true, spec: { window: 20, budget: 16 } })
    expect(parseMethodSpec('sc', 4)).toEqual({ ok: true, spec: { method: 'sc', budget: 4 } })
    expect(parseMethodSpec({ method: 'sc', budget: undefined }, 4)).toMatchObject({ ok: true, spec: { budget: 4 } })
  })
})

const NAMES = ['sc', 'esc', 'asc-beta', 'cges', 'cisc']

it.each([
  ['cgse', 'cges'],
  ['cegs', 'cges'],
  ['asc_beta', 'asc-beta'],
  ['ASC-Beat', 'asc-beta'],
  ['asc', 'asc-beta'],
  ['ciscs', 'cisc'],
])('takes %s for %s', (word, name) => {
  expect(didYouMean(word, NAMES)).toBe(`; did you mean ${name}?`)
})

it.each(['vote', '', 'c', 'x'.repeat(10_000), 7, undefined])('takes %s for nothing', (word) => {
  expect(didYouMean(word, NAMES)).toBe('')
})

it('compares no name of a length that cannot be near, however long an outsider makes it', () => {
  const long = 'b'.repeat(200_000)
  expect(didYouMean('a'.repeat(60), [...Array.from({ length: 100 }, () => long), 'a'.repeat(61)])).toBe(
    `; did you mean ${'a'.repeat(61)}?`,
  )
})
