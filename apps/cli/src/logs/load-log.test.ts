import { LogCensus } from '@cges-fleet/formats'
import { describe, expect, it } from 'vitest'
import { entries, items, logFolder } from './testing/log-files.js'

const file = logFolder()

const harnessRow = (changes: object) => ({
  doc_id: 0,
  doc: { question: 'What is 1 + 1?', answer: 'It is 2.\n#### 2' },
  target: 'It is 2.\n#### 2',
  arguments: { gen_args_0: { arg_0: 'Q: What is 1 + 1?\nA:', arg_1: { temperature: 0.7 } } },
  resps: [['So #### 2', 'So #### 3']],
  filtered_resps: ['2', '[invalid]'],
  filter: 'each',
  metrics: ['exact_match'],
  exact_match: 0.5,
  doc_hash: 'a',
  prompt_hash: 'b',
  target_hash: 'c',
  ...changes,
})

describe('lm-evaluation-harness', () => {
  it('reads one filter’s rows, its answers and the reference, and passes over the others', async () => {
    const log = file('samples_gsm8k_2026-01-01T00-00-00.jsonl', [
      harnessRow({}),
      harnessRow({ filter: 'flexible-extract', filtered_resps: ['2'] }),
    ])
    const [first, second] = await items([log])
    expect(first).toMatchObject({
      kind: 'entry',
      entry: {
        question: { id: '0', question: 'What is 1 + 1?', answer: '2' },
        samples: [
          { text: 'So #### 2', answer: '2', logprobs: null },
          { text: 'So #### 3', answer: null },
        ],
        sampling: { temperature: 0.7 },
      },
    })
    expect(second).toMatchObject({ kind: 'passed over', why: 'rows of the filter flexible-extract' })
    const [other] = await entries([log], { filter: 'flexible-extract' })
    expect(other?.samples.map((sample) => 'answer' in sample)).toEqual([false, false])
  })

  it('takes a mapped field, and the prompt where the document has no question', async () => {
    const log = file('map.jsonl', [
      harnessRow({ doc: { gold: 7, ask: 'Seven?' } }),
      harnessRow({ doc_id: 1, doc: {}, arguments: [['Older versions list it', { do_sample: false }]] }),
    ])
    const read = await entries([log], { fields: { answer: 'doc.gold' } })
    expect(read.map(({ question }) => [question.question, question.answer])).toEqual([
      ['Q: What is 1 + 1?\nA:', '7'],
      ['Older versions list it', '2'],
    ])
    expect(read.map(({ sampling }) => sampling)).toEqual([{ temperature: 0.7 }, { temperature: 0 }])
  })

  it('names line and field of what is wrong', async () => {
    const log = file(
      'bad.jsonl',
      `${JSON.stringify(harnessRow({}))}\n${JSON.stringify(harnessRow({ resps: [[[-1, true]]] }))}\n{"doc_id": 1, "re`,
    )
    const [, likelihood, cut] = await items([log])
    expect(likelihood).toMatchObject({ place: `${log}, line 2` })
    expect(likelihood).toHaveProperty(
      'problem',
      expect.stringMatching(/^resps\[0\]\[0\]: must be text.*log-likelihoods/u),
    )
    expect(cut).toHaveProperty('problem', expect.stringMatching(/^not JSON.*cut off/u))
  })
})

const generation = (answer: string, changes = {}) => ({
  problem: 'What is 5?',
  expected_answer: '5',
  predicted_answer: answer,
  symbolic_correct: answer === '5',
  generation: `\\boxed{${answer}}`,
  num_generated_tokens: 9,
  ...changes,
})

describe('NeMo', () => {
  it('reads several files side by side, each one sample of every problem', async () => {
    const files = ['output-rs0.jsonl', 'output-rs1.jsonl'].map((name, seed) =>
      file(name, [generation(`${5 + seed}`), generation('1', { problem: 'One?', id: 'one', expected_answer: 1 })]),
    )
    const read = await entries(files)
    expect(read.map(({ question, samples }) => [question.id, question.answer, samples[0]?.answer])).toEqual([
      ['q1', '5', '5'],
      ['q1', '5', '6'],
      ['one', '1', '1'],
      ['one', '1', '1'],
    ])
  })

  it('reads results.jsonl of the evaluator, and names a field that is wrong', async () => {
    const results = file('results.jsonl', [
      { problem_idx: 3, reward: 1, repeat: 2, expected_answer: '5', model_response: 'five', extracted_answer: '5' },
    ])
    expect(await entries([results])).toMatchObject([
      { question: { id: '3', answer: '5' }, samples: [{ index: 2, answer: '5', grade: 1, text: 'five' }] },
    ])
    const wrong = file('wrong.jsonl', [generation('5'), { ...generation('5'), num_generated_tokens: 'many' }])
    expect((await items([wrong]))[1]).toMatchObject({
      place: `${wrong}, line 2`,
      problem: expect.stringMatching(/^num_generated_tokens: /u),
    })
  })
})

const line = (customId: string, changes = {}) => ({
  id: 'batch_req_1',
  custom_id: customId,
  response: {
    status_code: 200,
    request_id: 'r',
    body: {
      model: 'gpt',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '\\boxed{4}' },
          finish_reason: 'stop',
          logprobs: { content: [{ token: '4', logprob: -0.5 }] },
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
    },
  },
  error: null,
  ...changes,
})

const isKnown = (id: string) => id === 'q1' || id === 'q1-x'

describe('OpenAI Batch', () => {
  it('finds question and sample in the custom id, and reads choices and failures', async () => {
    const log = file('output.jsonl', [
      line('q1-3'),
      line('q1-x-2'),
      line('q1', { error: { code: 'x', message: 'expired' }, response: null }),
    ])
    const read = await entries([log], { isKnown })
    expect(read).toMatchObject([
      {
        question: { id: 'q1' },
        model: 'gpt',
        samples: [{ index: 3, text: '\\boxed{4}', logprobs: [-0.5], promptTokens: 3 }],
      },
      { question: { id: 'q1-x' }, samples: [{ index: 2 }] },
      { question: { id: 'q1' }, samples: [{ error: 'expired' }] },
    ])
  })

  it('reads rows whose usage lacks a number of tokens, and says which', async () => {
    const { body } = line('q1').response
    const bare = { status_code: 200, body: { ...body, usage: { completion_tokens: 7 } } }
    const log = file('bare.jsonl', [line('q1-1'), line('q1-2', { response: bare })])
    const read = await entries([log], { isKnown })
    expect(read[1]).toMatchObject({ samples: [{ promptTokens: null, completionTokens: 7 }] })
    const census = new LogCensus({ kind: 'math' }, isKnown)
    for (const [at, entry] of read.entries()) census.add(entry, `line ${at}`)
    expect(census.warnings()).toContain('usage.prompt_tokens is missing in 1 of 2 samples: these tokens are not known')
  })

  it('asks for the questions, and names a field that is wrong', async () => {
    const log = file('unknown.jsonl', [
      line('q9'),
      line('q1', { response: { status_code: 200, body: { choices: [{}] } } }),
    ])
    const [unknown, wrong] = await items([log], { isKnown })
    expect(unknown).toHaveProperty('problem', expect.stringContaining('give them with --questions'))
    expect(wrong).toMatchObject({
      place: `${log}, line 2`,
      problem: expect.stringMatching(/^response\.body\.choices\[0\]\.message: is missing/u),
    })
  })
})

describe('the census', () => {
  it('warns of one seed for all, of missing log-probabilities, of rows cut off and of uneven questions', async () => {
    const same = 'The same long answer, word for word, over and over: \\boxed{2}'
    const log = file('same.jsonl', [
      harnessRow({ resps: [[same, same, same]] }),
      harnessRow({ doc_id: 1, doc: { question: 'Other?' }, resps: [[same, same]] }),
    ])
    const census = new LogCensus()
    for (const entry of await entries([log])) expect(census.add(entry, 'here')).toBeNull()
    expect(census.warnings().join('\n')).toMatch(
      /on 2 of 2 questions all samples have the same text[\s\S]*no log-probabilities[\s\S]*2 to 3 samples/u,
    )
    const [again] = await entries([file('other.jsonl', [harnessRow({ doc: { question: 'Another task' } })])])
    expect(again === undefined ? null : census.add(again, 'there')).toContain(
      'was another one at here: read the logs of each task',
    )
  })

  it('says nothing of samples that differ', async () => {
    const texts = ['a', 'b'].map((each) => `A long answer that is not the same: ${each} \\boxed{2}`)
    const census = new LogCensus()
    for (const entry of await entries([file('differ.jsonl', [harnessRow({ resps: [texts] })])]))
      census.add(entry, 'here')
    expect(census.warnings().join('\n')).not.toContain('the same text')
  })
})

it('says which formats there are where none fits', async () => {
  await expect(items([file('unknown-rows.jsonl', [{ a: 1 }])])).rejects.toThrow('--map')
  await expect(items([file('empty.jsonl', '\n')])).rejects.toThrow('it is empty')
  await expect(items([file('here.jsonl', '').replace('here', 'missing')])).rejects.toThrow(
    'missing.jsonl cannot be read',
  )
})
