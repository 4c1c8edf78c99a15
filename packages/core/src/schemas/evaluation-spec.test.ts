import { expect, it } from 'vitest'
import { EvaluationSpec, Extension } from './evaluation-spec.js'
import { setAside, setAsideWords } from '../preflight/set-aside.js'
import { ImportSpec } from './imports.js'
import type { PoolView } from './pool.js'
import { untilDraft } from './until.js'

const draft = { benchmark: 'demo', pool: 'gpu' }

it('fills in budgets and defaults', () => {
  const spec = EvaluationSpec.parse({ ...draft, budget: 8, methods: ['sc', { method: 'esc', window: 4, budget: 16 }] })
  expect(spec.methods).toEqual([
    { method: 'sc', budget: 8 },
    { method: 'esc', window: 4, answerFrom: 'plurality', budget: 16 },
  ])
})

it('refuses one method given twice, however it is written', () => {
  const methods = ['esc:window=4', 'sc', { method: 'esc', window: 4, answerFrom: 'plurality' }]
  expect(EvaluationSpec.safeParse({ ...draft, methods }).error?.issues).toMatchObject([
    { path: ['methods', 2], message: 'repeats methods[0]: esc:answerFrom=plurality,window=4@16' },
  ])
  expect(EvaluationSpec.safeParse({ ...draft, methods: ['sc@8', 'sc@16'] }).success).toBe(true)
})

it('points at the parameter at fault', () => {
  const issues = EvaluationSpec.safeParse({ ...draft, methods: ['sc', 'esc'] }).error?.issues
  expect(issues?.[0]?.path).toEqual(['methods', 1, 'window'])
})

const audited = (audit: unknown) => EvaluationSpec.safeParse({ ...draft, methods: ['sc'], audit })

it('takes a share from 0 to 1 of the trials to audit, and none unless asked', () => {
  expect([undefined, 0, 0.05, 1].map((audit) => audited(audit).data?.audit)).toEqual([undefined, 0, 0.05, 1])
  for (const wrong of [-0.1, 5, '5 %', true]) {
    expect(audited(wrong).error?.issues).toMatchObject([
      { path: ['audit'], message: expect.stringMatching(/such as 0\.05/) },
    ])
  }
})

it('refuses a reward model only where the pool has none', () => {
  const methods = ['sc', 'dsc', 'cges:confidence=rm,gamma=0.99', 'cges:confidence=mars,gamma=0.99', 'asc-dirichlet']
  const refused = refusing(methods)
  expect(refused({ rewardModel: null, stepScorer: 'steps' })).toEqual([
    expect.stringMatching(/no reward model, which `cges:.*` needs/),
  ])
  expect(refused({ rewardModel: 'prm', stepScorer: null })).toEqual([])
})

it('refuses a learned importance of steps only where the pool has no step scorer', () => {
  const refused = refusing(['sc', 'cges:confidence=mars-learned,gamma=0.99'])
  expect(refused({ rewardModel: 'prm', stepScorer: null })).toEqual([
    expect.stringMatching(/no step scorer, which `cges:.*` needs.*STEP_SCORER_URL/),
  ])
  expect(refused({ rewardModel: null, stepScorer: 'steps' })).toEqual([])
})

it('refuses of an import, and on no pool, what reads confidences token by token', () => {
  const refused = refusing(['sc', 'deepconf:keep=0.1'])
  expect(refused({ rewardModel: null, stepScorer: null })).toEqual([])
  const source = { format: 'recordings', files: ['log.jsonl'] }
  const read = ImportSpec.safeParse({ benchmark: 'b', model: 'm', source, methods: ['sc', 'deepconf:keep=0.1'] })
  expect(read.error?.issues).toMatchObject([
    { path: ['methods', 1], message: expect.stringContaining('imports do not store') },
  ])
})

it('refuses what reads partial answers, which no worker asks for', () => {
  const methods = ['sc', 'parallel-probe', { method: 'margin-retained', budget: 4 }]
  const source = { format: 'recordings', files: ['log.jsonl'] }
  const read = [
    EvaluationSpec.safeParse({ ...draft, methods }),
    ImportSpec.safeParse({ benchmark: 'b', model: 'm', source, methods }),
    Extension.safeParse({ methods }),
  ]
  for (const { error } of read) {
    expect(error?.issues).toMatchObject([
      { path: ['methods', 1], message: expect.stringContaining('parallel-probe reads partial answers') },
      { path: ['methods', 2], message: expect.stringContaining('Use cges replay') },
    ])
  }
})

function refusing(methods: readonly string[]) {
  const spec = EvaluationSpec.parse({ ...draft, methods })
  return (pool: Pick<PoolView, 'rewardModel' | 'stepScorer'>) =>
    setAside(spec.methods, { workers: [], promise: null, ...pool }).aside.map(setAsideWords)
}

const ending = (until: unknown, methods = ['sc', 'esc:window=2']) =>
  EvaluationSpec.safeParse({ ...draft, methods, budget: 4, until })

it('takes when it may end early, in points, with the methods’ own budget', () => {
  expect(ending(undefined).data?.until).toBeUndefined()
  expect(ending({ accuracy: 4 }).data?.until).toEqual({ kind: 'accuracy', width: 0.04, atLeast: 50 })
  expect(ending({ decided: 'sc', atLeast: 200 }).data?.until).toEqual({
    kind: 'decided',
    baseline: 'sc@4',
    margin: 0.01,
    atLeast: 200,
  })
  expect(ending({ best: true, margin: 0.5 }).data?.until).toEqual({ kind: 'best', margin: 0.005, atLeast: 50 })
})

it.each([
  [{}, undefined, 'name one of accuracy, decided and best', ['until']],
  [{ accuracy: 4, best: true }, undefined, 'name one of', ['until']],
  [{ accuracy: 0 }, undefined, 'above 0', ['until', 'accuracy']],
  [{ accuracy: 4, margin: 1 }, undefined, 'goes with decided and best', ['until', 'margin']],
  [{ decided: 'sc@16' }, undefined, 'not among the methods', ['until', 'decided']],
  [{ decided: 'vote' }, undefined, 'must be a method', ['until', 'decided']],
  [{ best: true }, ['sc'], 'at least two', ['until']],
  [{ accuracy: 4 }, ['sc', 'dsc'], 'takes all questions together', ['until']],
])('refuses %j with a word on what to do', (until, methods, said, path) => {
  const issues = ending(until, methods).error?.issues ?? []
  expect(issues.map((issue) => issue.message).join(' ')).toContain(said)
  expect(issues[0]?.path).toEqual(path)
})

it('refuses to end early between two runs of a question', () => {
  const twice = EvaluationSpec.safeParse({
    ...draft,
    methods: ['sc'],
    budget: 4,
    until: { accuracy: 4 },
    replicates: 2,
  })
  expect(twice.error?.issues).toMatchObject([
    { path: ['until'], message: expect.stringContaining('replicates above 1') },
  ])
  expect(EvaluationSpec.safeParse({ ...draft, methods: ['sc'], budget: 4, replicates: 2 }).success).toBe(true)
})

it('writes it again as it was written', () => {
  for (const written of [
    { accuracy: 4.5, atLeast: 60 },
    { decided: 'sc@4', margin: 0.1, atLeast: 50 },
    { best: true, margin: 2, atLeast: 50 },
  ]) {
    const until = ending(written).data?.until
    expect(until === undefined || until.kind === 'models' ? null : untilDraft(until)).toEqual(written)
  }
})
