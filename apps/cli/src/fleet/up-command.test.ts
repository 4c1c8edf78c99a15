import { expect, it } from 'vitest'
import { answersOf, type UpFlags, workersOf } from './up-command.js'

const FLAGS: UpFlags = { data: 'data', port: 3000, dashboard: true, concurrency: 16, readyTimeout: 60 }
const servers = (count: number) => Array.from({ length: count }, (_, n) => `http://gpu-${n}:8000`)

it.each([
  ['two workers without model servers', {}, 2],
  ['as many as are asked for', { workers: 5 }, 5],
  ['one for each model server', { modelServer: servers(3) }, 3],
  ['more than there are servers, where they are asked for', { modelServer: servers(2), workers: 4 }, 4],
])('starts %s', (_, changes, wanted) => {
  expect(workersOf({ ...FLAGS, ...changes })).toBe(wanted)
})

it('refuses to leave a model server unused', () => {
  expect(() => workersOf({ ...FLAGS, modelServer: servers(3), workers: 2 })).toThrow(
    '--workers 2 would leave 1 of 3 model servers unused',
  )
})

it('tells workers what no server tells', () => {
  const given = {
    modelServer: servers(1),
    modelRevision: 'abc',
    endpoint: 'text',
    rewardServer: 'http://prm:8000',
    stepScorer: 'http://steps:8002',
  } as const
  expect(answersOf({ ...FLAGS, ...given })).toEqual({
    kind: 'servers',
    urls: servers(1),
    settings: {
      MODEL_REVISION: 'abc',
      MODEL_ENDPOINT: 'text',
      REWARD_SERVER_URL: 'http://prm:8000',
      STEP_SCORER_URL: 'http://steps:8002',
    },
  })
})

it.each([
  [{ modelRevision: 'abc' }, '--model-revision'],
  [{ endpoint: 'text', simulated: true }, '--endpoint'],
  [{ rewardKeyFile: 'key', recorded: 'file' }, '--reward-key-file'],
] as const)('refuses %j without a model server, naming the option', (changes, flag) => {
  expect(() => answersOf({ ...FLAGS, ...changes })).toThrow(`${flag} is about model servers: give --model-server too`)
})

it('has answers made up only where that is asked for', () => {
  expect(answersOf({ ...FLAGS, simulated: true })).toMatchObject({ kind: 'simulated', makesUp: false })
  expect(answersOf({ ...FLAGS, makeUpAnswers: true })).toMatchObject({ kind: 'simulated', makesUp: true })
  expect(() => answersOf({ ...FLAGS, makeUpAnswers: true, recorded: 'file' })).toThrow('--make-up-answers')
})
