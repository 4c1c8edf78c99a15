import { DEFAULT_SAMPLING } from '@cges-fleet/core'
import { parseMethodSpec } from '@cges-fleet/methods'
import type { ClaimedDraw, DrawingContext } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import type { Drawn, Finished } from '../model-server/drawn.js'
import { type FateContext, fateOf, promptOf } from './draw-claimed.js'

const sample: ClaimedDraw = {
  kind: 'draw',
  callId: 'c',
  trialId: 't',
  index: 3,
  teamId: 'team',
  evaluationId: 'e',
  fence: 1,
  claim: 'k',
  seed: 1027,
  question: 'What is 2 + 2?',
  choices: null,
  endsBelow: null,
  unclearFaults: 0,
  methods: 1,
}

function context(...methods: string[]): DrawingContext {
  const specs = methods.flatMap((text) => {
    const parsed = parseMethodSpec(text, 4)
    return parsed.ok ? [parsed.spec] : []
  })
  const template = 'Question: {question}\n{choices}'
  const drawn = { template, sampling: DEFAULT_SAMPLING, model: 'm', maxModelLen: null }
  return { ...drawn, answerKind: 'math', paper: false, methods: specs }
}

const finished: Finished = {
  kind: 'finished',
  text: '\\boxed{4}',
  reasoning: null,
  toolCalls: [],
  finish: 'stop',
  logprobs: Float32Array.from([-0.5]),
  gap: null,
  tokenIds: null,
  tokens: null,
  certainties: null,
  minima: null,
  promptTokens: 1,
  completionTokens: 1,
  streamed: true,
  ttftMs: 1,
  totalMs: 2,
}

const cges = context('sc@4', 'cges:confidence=lns-arith,gamma=0.9@4')
const fate = (drawn: Drawn, changes: Partial<ClaimedDraw> = {}, at = cges) =>
  fateOf(drawn, { ...sample, ...changes }, { context: at, engine: 'e' })

it.each([
  ['stop', '\\boxed{4}', 'answer'],
  ['stop', 'no idea', 'no_answer'],
  ['length', '\\boxed{4}', 'truncated'],
  ['declined', '\\boxed{4}', 'declined'],
  ['tool_calls', '\\boxed{4}', 'no_answer'],
] as const)(
  'lands a response that ended with %s and said %s as %s, and never draws it again',
  (finish, text, outcome) => {
    for (const unclearFaults of [0, 1, 5]) {
      const landed = fate({ ...finished, finish, text }, { unclearFaults })
      expect(landed).toMatchObject({ kind: 'land', result: { outcome } })
    }
  },
)

it('lands what the server will never answer as an invalid request', () => {
  const landed = fate({ kind: 'rejected', status: 422, message: 'context too long' })
  expect(landed).toMatchObject({ kind: 'land', result: { outcome: 'invalid_request', error: '422: context too long' } })
})

it('draws a fault before the first byte again, however many unclear ones there were', () => {
  const fault = { kind: 'fault', when: 'before_first_byte', what: 'refusal', message: '503' } as const
  for (const unclearFaults of [0, 1]) {
    expect(fate(fault, { unclearFaults })).toEqual({ kind: 'redraw', reason: '503', unclear: false })
  }
})

it('draws a fault after the first byte again once, then gives the sample up', () => {
  const fault = { kind: 'fault', when: 'mid_stream', what: 'connection', message: 'reset' } as const
  expect(fate(fault)).toEqual({ kind: 'redraw', reason: 'reset', unclear: true })
  const given = fate(fault, { unclearFaults: 1 })
  expect(given).toMatchObject({ kind: 'land', result: { outcome: 'infra_error', error: 'reset', answerKey: null } })
})

it('pauses where no request of this worker can succeed, and hands back what was aborted', () => {
  expect(fate({ kind: 'misconfigured', message: '401' })).toEqual({ kind: 'pause', reason: '401' })
  expect(fate({ kind: 'aborted', promptTokens: 3, completionTokens: 7 })).toEqual({
    kind: 'hand_back',
    reason: 'aborted',
  })
})

it('lands no answer without a signal its evaluation needs: it is an unclear fault, for all methods alike', () => {
  const bare = { ...finished, logprobs: null }
  expect(fate(bare)).toMatchObject({ kind: 'redraw', unclear: true, reason: expect.stringContaining('lns-arith') })
  expect(fate(bare, { unclearFaults: 1 })).toMatchObject({ kind: 'land', result: { outcome: 'infra_error' } })
  expect(fate(bare, {}, context('sc@4'))).toMatchObject({ kind: 'land', result: { outcome: 'answer' } })
})

it.each([
  [{ kind: 'none' }, 'the server gave no log-probabilities, so there is no lns-arith'],
  [{ kind: 'incomplete' }, 'the server gave log-probabilities for only some of the tokens, so there is no lns-arith'],
  [
    { kind: 'counts', logged: 20, counted: 30 },
    'the server counted 30 tokens and gave 20 log-probabilities, so there is no lns-arith',
  ],
] as const)('says why a signal is missing: %o', (gap, reason) => {
  expect(fate({ ...finished, logprobs: null, gap })).toMatchObject({ reason })
})

it('needs no signal of a response that casts no vote', () => {
  const landed = fate({ ...finished, text: 'no idea', logprobs: null })
  expect(landed).toMatchObject({ kind: 'land', result: { outcome: 'no_answer' } })
})

it('lands what a step scorer weighed, and never without it where a method needs it', () => {
  const learned = context('cges:confidence=mars-learned,gamma=0.9@4')
  const texts = { ...finished, tokens: ['\\boxed{4}'] }
  const at = (importance: FateContext['importance']) =>
    fateOf(texts, sample, { context: learned, engine: 'e', importance })
  expect(at({ kind: 'scored', steps: [1], promptTokens: null })).toMatchObject({
    kind: 'land',
    result: { outcome: 'answer', signals: { 'mars-learned': Math.exp(-0.5) } },
  })
  expect(at(undefined)).toMatchObject({ kind: 'redraw', unclear: true })
  expect(at({ kind: 'unscorable', message: 'too long' })).toMatchObject({ result: { outcome: 'infra_error' } })
  expect(at({ kind: 'fault', message: '503' })).toEqual({ kind: 'redraw', reason: '503', unclear: false })
  expect(at({ kind: 'misconfigured', message: '404' })).toEqual({ kind: 'pause', reason: '404' })
  expect(at({ kind: 'aborted' })).toEqual({ kind: 'hand_back', reason: 'aborted' })
})

it('takes no letter beyond the choices of the question', () => {
  const at = { ...cges, answerKind: 'choice' as const }
  const letter = { ...finished, text: '\\boxed{C}' }
  expect(fate(letter, { choices: ['x', 'y'] }, at)).toMatchObject({ result: { outcome: 'no_answer' } })
  expect(fate(letter, { choices: ['x', 'y', 'z'] }, at)).toMatchObject({
    result: { outcome: 'answer', answerKey: 'C' },
  })
})

it('says nothing of a fault that the database could not store', () => {
  const message = 'bad \u0000 \uD800 byte'
  for (const drawn of [
    { kind: 'fault', when: 'mid_stream', what: 'connection', message },
    { kind: 'fault', when: 'before_first_byte', what: 'connection', message },
    { kind: 'misconfigured', message },
  ] as const) {
    expect(fate(drawn)).toMatchObject({ reason: 'bad \uFFFD \uFFFD byte' })
  }
})

it('asks the question with its choices', () => {
  expect(promptOf(sample, cges)).toContain('What is 2 + 2?')
  expect(promptOf({ ...sample, choices: ['three', 'four'] }, cges)).toMatch(/three[\s\S]*four/)
})
