import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonObjectSplitter, type JsonPart } from '@cges-fleet/formats'
import { entries, items, logFolder, writeZip, ZSTD_SAMPLE } from './testing/log-files.js'

const file = logFolder()

const inspectSample = (changes: object) => ({
  id: 1,
  epoch: 1,
  input: 'What is "3" + 1, in [brackets] {or} not?',
  target: '4',
  messages: [],
  output: {
    model: 'openai/m',
    choices: [{ message: { role: 'assistant', content: 'ANSWER: 4' }, stop_reason: 'stop' }],
    completion: 'ANSWER: 4',
    usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
  },
  scores: { match: { value: 'C', answer: '4', explanation: 'ANSWER: 4' } },
  ...changes,
})

describe('Inspect', () => {
  const log = {
    version: 2,
    status: 'success',
    eval: {
      model: 'openai/gpt',
      task: 'sums',
      config: { epochs: 2 },
      model_generate_config: { temperature: 1, top_p: 0.9 },
    },
    plan: { name: 'plan', steps: [], config: { temperature: 0.5, max_tokens: 99 } },
    samples: [
      inspectSample({}),
      inspectSample({ epoch: 2, scores: { match: { value: 'I', answer: null } }, limit: { type: 'token', limit: 9 } }),
      inspectSample({ id: 2, error: { message: 'APIError', traceback: '' }, output: null, scores: null }),
    ],
    reductions: [{ scorer: 'match', samples: [{ value: 1 }] }],
  }

  it('reads a .json log sample by sample, whatever the layout, each epoch in its place', async () => {
    const plain = file('log.json', JSON.stringify(log))
    const spread = file('spread.json.gz', gzipSync(JSON.stringify(log, null, 3)))
    const read = await entries([plain])
    expect(read).toMatchObject([
      {
        model: 'openai/gpt',
        sampling: { temperature: 0.5, topP: 0.9, maxTokens: 99 },
        question: { id: '1', question: 'What is "3" + 1, in [brackets] {or} not?', answer: '4' },
        samples: [{ index: 0, text: 'ANSWER: 4', answer: '4', grade: 1, finish: 'stop', completionTokens: 5 }],
      },
      { samples: [{ index: 1, answer: null, grade: 0, finish: 'length' }] },
      { question: { id: '2' }, samples: [{ error: 'APIError' }] },
    ])
    expect(await entries([spread], { format: 'inspect' })).toEqual(read)
  })

  it('reads an .eval archive: deflate and zstd, and of two members with one name the last', async () => {
    const { packed, unpackedBytes } = ZSTD_SAMPLE
    const archive = file(
      'log.eval',
      writeZip([
        { name: '_journal/start.json', text: JSON.stringify({ version: 2, eval: { model: 'old' } }) },
        { name: 'samples/1_epoch_1.json', text: JSON.stringify(inspectSample({ target: 'outdated' })) },
        { name: 'samples/2_epoch_1.json', packed: { method: 93, bytes: packed, unpackedBytes } },
        { name: 'samples/1_epoch_1.json', text: JSON.stringify(inspectSample({})) },
        {
          name: 'header.json',
          text: JSON.stringify({ version: 2, eval: { model: 'mockllm/model', model_generate_config: { top_k: 9 } } }),
        },
      ]),
    )
    const read = await entries([archive])
    expect(read).toMatchObject([
      { model: 'mockllm/model', sampling: { topK: 9 }, question: { id: '1', answer: '4' } },
      {
        question: { id: '2', question: 'What is 2 + 2?', answer: '4' },
        samples: [{ logprobs: [-0.1, -0.2], tokens: ['It', ' is'] }],
      },
    ])
    expect(read).toHaveLength(2)
  })

  it('says where a log is cut off, and which field of which sample is wrong', async () => {
    const text = JSON.stringify(log)
    await expect(items([file('cut.json', text.slice(0, text.indexOf('"reductions"')))])).rejects.toThrow(
      'ends in the middle, after 3 samples',
    )
    const wrong = file(
      'wrong.json',
      JSON.stringify({ ...log, samples: [inspectSample({}), inspectSample({ epoch: 'x' })] }),
    )
    expect((await items([wrong]))[1]).toMatchObject({
      place: `${wrong}, samples[1]`,
      problem: expect.stringMatching(/^epoch: /u),
    })
    const odd = writeZip([
      { name: 'samples/1_epoch_1.json', packed: { method: 14, bytes: Buffer.from('?'), unpackedBytes: 1 } },
    ])
    await expect(items([file('odd.eval', odd)])).rejects.toThrow(
      'samples/1_epoch_1.json cannot be unpacked: it is compressed by method 14',
    )
    await expect(items([file('none.eval', 'no archive at all, nor anything like one')])).rejects.toThrow(
      'is not an Inspect archive',
    )
    await expect(items(['gone.eval'])).rejects.toThrow('gone.eval cannot be read: no such file or folder')
  })
})

it('takes apart what JSON.parse reads, however the text is laid out and wherever it is cut', () => {
  const key = fc.string({ unit: 'grapheme' }).filter((name) => name !== 'samples' && name !== '__proto__')
  const content = fc.record({ head: fc.dictionary(key, fc.jsonValue()), samples: fc.array(fc.jsonValue()) })
  fc.assert(
    fc.property(content, fc.nat(3), fc.integer({ min: 1, max: 20 }), ({ head, samples }, indent, step) => {
      const text = JSON.stringify({ ...head, samples, last: [1, { samples: ['not these'] }] }, null, indent)
      const splitter = new JsonObjectSplitter('samples')
      const parts: JsonPart[] = []
      for (let at = 0; at < text.length; at += step) {
        parts.push(...splitter.push(text.slice(at, at + step)))
      }
      expect(splitter.isComplete).toBe(true)
      const cut = new JsonObjectSplitter('samples')
      for (const _ of cut.push(text.slice(0, -1))) continue
      expect(cut.isComplete).toBe(false)
      const elements = parts.flatMap((part) => (part.kind === 'element' ? [JSON.parse(part.text) as unknown] : []))
      const members = parts.filter((part) => part.kind === 'member')
      expect(elements).toEqual(JSON.parse(JSON.stringify(samples)))
      expect(members.map((part) => JSON.parse(`"${part.key}"`) as unknown)).toEqual([...Object.keys(head), 'last'])
    }),
  )
})
