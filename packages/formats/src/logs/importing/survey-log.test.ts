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
