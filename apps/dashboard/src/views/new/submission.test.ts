import { EvaluationSpec, SuiteSpec } from '@cges-fleet/core'
import { METHOD_PARAMETERS, parseMethodSpec } from '@cges-fleet/methods'
import { expect, test } from 'vitest'
import { draftOf, firstDraft, rerunOf } from './draft'
import { offerOf } from './offer'
import { submissionOf, submissionTexts, suiteOf } from './submission'

const first = firstDraft({ benchmark: 'numbers', pool: 'gpu' })

test('the text that is copied names a command that needs no checkout', () => {
  const [yaml] = submissionTexts(submissionOf(first), { address: 'https://fleet', signIn: false })
  expect(yaml?.about).toBe('Save it as evaluation.yaml, then run: cges evaluate evaluation.yaml')
})

test('a first draft is one that the API takes, with the baseline and a method of each way to stop', () => {
  const spec = EvaluationSpec.parse(submissionOf(first))
  expect(spec.methods.map(({ method, budget }) => [method, budget])).toEqual([
    ['sc', 16],
    ['esc', 16],
    ['asc-beta', 16],
    ['cges', 16],
  ])
})

/** Rules on partial answers, which no fleet has. */
const REPLAYED = /^(?:parallel-probe|margin-retained)/

test('whatever can be submitted is the same again when it is opened and sent as it is', () => {
  const methods = Object.values(METHOD_PARAMETERS)
    .map(({ example }) => example)
    .filter((example) => !REPLAYED.test(example))
  const more = [
    'cges:confidence=mars,gamma=0.9,support=4,otherStops=true,minSamples=3@64',
    'esc:window=2,answerFrom=window@8',
  ]
  const spec = EvaluationSpec.parse({
    name: 'Everything',
    suite: 'S',
    benchmark: 'numbers',
    pool: 'gpu',
    methods: [...methods, ...more],
    questions: 10,
    replicates: 3,
    seed: 9,
    sampling: { temperature: 0, topK: 5, maxTokens: 100, stop: ['\n\nQuestion:', 'a\\nb', '  '] },
    caps: { calls: 1000 },
    audit: 0.1,
    paper: true,
    reasoning: true,
  })
  expect(EvaluationSpec.parse(submissionOf(draftOf(spec)))).toEqual(spec)
})

test('a suite is each of its benchmarks on each of its pools, named once, and forecast by its first', () => {
  const more = { moreBenchmarks: ['letters', 'numbers'], morePools: ['cpu'] }
  const submission = submissionOf({ ...first, isSuite: true, suite: 'Both', name: 'left out', ...more })
  const { suite, benchmarks, pools } = SuiteSpec.parse(submission)
  expect({ suite, benchmarks, pools }).toEqual({
    suite: 'Both',
    benchmarks: ['numbers', 'letters'],
    pools: ['gpu', 'cpu'],
  })
  const { count, first: forecast } = suiteOf(submission) ?? {}
  expect(count).toBe(4)
  expect(EvaluationSpec.parse(forecast)).toMatchObject({ suite: 'Both', benchmark: 'numbers', pool: 'gpu' })
  const texts = submissionTexts(submission, { address: 'http://fleet', signIn: false }).map(
    ({ text, about }) => about + text,
  )
  expect(texts[0]).toContain('evaluate suite.yaml')
  for (const text of texts.slice(1)) expect(text).toContain('http://fleet/v1/suites')
  expect(suiteOf(submissionOf(first))).toBeNull()
})

test('a rerun has a name and a seed of its own, and no place in the suite', () => {
  const spec = EvaluationSpec.parse({ ...submissionOf(first), name: 'Everything', suite: 'S', seed: 9 })
  const { suite: _suite, ...rest } = spec
  const rerun = { ...rest, name: 'Everything (rerun)', seed: 12 }
  expect(EvaluationSpec.parse(submissionOf(rerunOf(spec, 12)))).toEqual(rerun)
})

test('what is no number is sent as it is typed, so that the API can say what is wrong with it', () => {
  const wrong = submissionOf({ ...first, replicates: 'many', sampling: { temperature: '1,5' } })
  const { error } = EvaluationSpec.safeParse(wrong)
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['replicates', 'sampling.temperature'])
  expect(parseMethodSpec('esc:window=x@4', 4).ok).toBe(false)
})

test('what makes a rule is asked before what is seldom wanted', () => {
  const { families } = offerOf({ benchmarks: [], pools: [], webhooks: [] })
  const names = new Map(
    families.flatMap(({ methods }) =>
      methods.map(({ name, parameters }) => [name, parameters.map((each) => each.name)]),
    ),
  )
  expect(names.get('cges')?.slice(0, 2)).toEqual(['confidence', 'gamma'])
  expect(names.get('asc-beta')?.[0]).toBe('threshold')
  expect(names.get('doubling')?.[0]).toBe('threshold')
  for (const given of names.values()) {
    const seldom = given.findIndex((name) => name === 'certified' || name === 'calibrate')
    if (seldom !== -1) expect(given.slice(seldom)).not.toContain('threshold')
  }
})

test('what several methods describe alike is offered as shared, and what one alone has is not', () => {
  const { shared, families } = offerOf({ benchmarks: [], pools: [], webhooks: [] })
  const names = shared.map(({ name }) => name)
  expect(names.toSorted()).toEqual(['abstainBelow', 'calibrate', 'certified'])
  const described = families.flatMap(({ methods }) => methods.flatMap(({ parameters }) => parameters))
  for (const each of shared) {
    const like = described.filter(({ name }) => name === each.name)
    expect(like.length).toBeGreaterThan(1)
    expect(new Set(like.map(({ about, range }) => `${about} ${range}`)).size).toBe(1)
  }
})
