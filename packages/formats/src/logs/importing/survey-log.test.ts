import { expect, it } from 'vitest'
import type { DataFile } from '../../files/data-file.js'
import { openLog } from '../loading/open-log.js'
import { surveyLog } from './survey-log.js'
import { IDENTITY } from './value-map.js'

/** What a survey warns of in a recording of two samples with such fields. */
async function warningsOf(fields: object): Promise<string> {
  const samples = ['4', '5'].map((answer) => ({ answer, ...fields }))
  const text = `${JSON.stringify({ question_id: 'q1', answer: '4', samples })}\n`
  const file: DataFile = {
    name: 'log.jsonl',
    stamp: 'one',
    textSize: text.length,
    text: async function* () {
      yield text
    },
    parquetRows: () => Promise.resolve([]),
    archive: () => Promise.reject(new Error('no archive')),
  }
  const log = await openLog([file], { map: {} }, () => {})
  const wanted = { ...log, maps: { confidence: IDENTITY, reward: IDENTITY } }
  return (await surveyLog([file], wanted, () => undefined)).warnings.join('\n')
}

it('warns that a log’s own confidence stands for a signal, whose name it must not be reported by', async () => {
  expect(await warningsOf({ confidence: 0.9 })).toContain('confidence=lns-arith stands for the log’s own confidence')
  expect(await warningsOf({ confidence: { 'lns-arith': 0.9 } })).not.toContain('stands for')
  expect(await warningsOf({ logprobs: [-0.1] })).not.toContain('stands for')
})

it('says why the rewards or confidences of a log are not used, with the option that maps them', async () => {
  expect(await warningsOf({ reward: 3.5 })).toContain(
    'cges:confidence=rm is not run: reward 3.5 is not in [0, 1]: add --reward-map logistic:3.5,1, under which half',
  )
  expect(await warningsOf({ confidence: 87 })).toContain('add --confidence-map logistic:87,1')
  expect(await warningsOf({ reward: 0.5, confidence: 87 })).not.toContain('not run')
  expect(await warningsOf({ reward: 0.5, confidence: 1 })).not.toContain('not run')
})
