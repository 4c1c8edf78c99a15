import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePath } from '../row-fields.js'
import { compileMap, parseLogMap } from './log-map.js'
import { parseMappedRow } from './parse-mapped-row.js'
import { suggestMap } from './suggest-map.js'

function valuesAt(path: string, row: unknown): unknown {
  const compiled = compilePath(path)
  return compiled.ok ? compiled.path(row) : compiled.problem
}

describe('a path', () => {
  const row = {
    doc: { problem: 'p', 'a b': 1 },
    'doc.problem': 'literal',
    choices: [{ text: 'x' }, { text: 'y' }],
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'a, b' },
    ],
    'Größe (cm)': 3,
  }

  it.each([
    ['doc.problem', ['literal']],
    ['$.doc.problem', ['p']],
    ['doc.a b', [1]],
    ['choices[1].text', ['y']],
    ['choices[-1].text', ['y']],
    ['choices[*].text', ['x', 'y']],
    ["messages[?@.role == 'assistant'].content", ['a, b']],
    ['Größe (cm)', [3]],
    ['doc.absent.more', []],
    ['$..role', ['user', 'assistant']],
  ])('%s is found', (path, values) => {
    expect(valuesAt(path, row)).toEqual(values)
  })

  it('finds every column by its own name, whatever the name is, and every nested name by dots', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each !== '__proto__')
    fc.assert(
      fc.property(name, fc.jsonValue(), (key, value) => {
        const compiled = compilePath(key)
        if (compiled.ok) expect(compiled.path({ [key]: value })).toEqual([value])
      }),
    )
    const plain = fc.stringMatching(/^[\p{L}\p{N} _-]{1,9}$/u)
    fc.assert(
      fc.property(fc.array(plain, { minLength: 2, maxLength: 4 }), fc.jsonValue(), (keys, value) => {
        const nested = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
        expect(valuesAt(keys.join('.'), nested)).toEqual([value])
      }),
    )
  })

  it('that is none is told', () => {
    expect(valuesAt('choices[', {})).toMatch(/^"choices\[" is not a JSON path/u)
  })
})

describe('a map', () => {
  it('splits at commas outside brackets and quotes', () => {
    expect(parseLogMap("question=prompt,text=m[?@.role=='a,b' && @.n==1].c,grade=$['x,y']")).toEqual({
      ok: true,
      fields: { question: 'prompt', text: "m[?@.role=='a,b' && @.n==1].c", grade: "$['x,y']" },
    })
  })

  it.each([
    [
      'gold=answer',
      /^"gold" is no field.*the fields are id, question, answer, samples, text, extracted, finish, grade, tokens, confidence, reward, logprobs/u,
    ],
    ['answers=gold', /^"answers" is no field; did you mean answer\? Write it as .*the fields are id,/u],
    ['question', /^"question" is no field/u],
    ['question=', /^question has no path/u],
    ['text=a[', /^text: "a\[" is not a JSON path/u],
  ])('%s is refused', (text, problem) => {
    expect(parseLogMap(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })
})

function read(row: unknown, map: string, line = 1) {
  const parsed = parseLogMap(map)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parseMappedRow(row, line, compileMap(parsed.fields))
}

describe('a mapped row', () => {
  const row = {
    no: 7,
    prompt: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'What is 2 + 2?' }] },
    ],
    gold: 'It is\n#### 4',
    outputs: [
      { text: '\\boxed{4}', pred: 4, ok: true, n: 9 },
      { text: '\\boxed{5}', pred: null, ok: false, n: 8 },
    ],
    scores: [1, 0.25],
  }
  const question = { id: '7', isNumbered: true, question: 'What is 2 + 2?', answer: '4' }

  it.each([
    'id=no,question=prompt,answer=gold,text=outputs[*].text,extracted=outputs[*].pred,grade=scores,tokens=outputs[*].n',
    'id=no,question=prompt,answer=gold,samples=outputs,text=text,extracted=pred,grade=$.scores,tokens=n',
  ])('is read by %s', (map) => {
    expect(read(row, map)).toMatchObject({
      ok: true,
      entry: {
        question,
        samples: [
          { text: '\\boxed{4}', answer: '4', grade: 1, completionTokens: 9, error: null },
          { text: '\\boxed{5}', answer: null, grade: 0.25, completionTokens: 8, error: null },
        ],
      },
    })
  })

  it('is a sample a row where nothing is a list, and known by its line without an id', () => {
    expect(
      read({ q: 'Q', a: 3, said: 'so 3', right: 'P' }, 'question=q,answer=a,text=said,grade=right', 12),
    ).toMatchObject({
      entry: { question: { id: 'q12', answer: '3' }, samples: [{ text: 'so 3', grade: 0.5 }] },
    })
  })

  it.each(['logprobs=l', 'logprobs=l.content', 'logprobs=l.content[*].logprob'])(
    'reads the log-probabilities of a chat completion by any path that leads there: %s',
    (logprobs) => {
      const completion = { t: 'a', l: { content: [-0.1, -2].map((logprob) => ({ token: 'a', logprob })) } }
      const found = { text: 'a', logprobs: [-0.1, -2] }
      expect(read(completion, `text=t,${logprobs}`)).toMatchObject({ entry: { samples: [found] } })
      const both = { c: [completion, completion] }
      expect(read(both, `samples=c,text=t,${logprobs}`)).toMatchObject({ entry: { samples: [found, found] } })
    },
  )

  it('reads the log-probabilities of text completions, a list in each', () => {
    const row = { o: ['a', 'b'], l: [{ token_logprobs: [-1] }, { token_logprobs: [-2] }] }
    expect(read(row, 'text=o,logprobs=l')).toMatchObject({
      entry: { samples: [{ logprobs: [-1] }, { logprobs: [-2] }] },
    })
  })

  const sure = { logprobs: [-0.1, -2], confidence: 0.9, reward: -3 }

  it.each([
    [{ o: ['a'], c: [0.9], r: [-3], l: [[-0.1, -2]] }, 'text=o,confidence=c,reward=r,logprobs=l', [sure]],
    [{ o: 'a', c: 0.9, r: -3, l: [-0.1, -2] }, 'text=o,confidence=c,reward=r,logprobs=l', [sure]],
    [{ s: [{ t: 'a', ...sure }] }, 'samples=s,text=t,confidence=confidence,reward=reward,logprobs=logprobs', [sure]],
    // As a CSV has numbers, and a cell without one.
    [
      { o: 'a', c: '0.9', r: '', n: '7' },
      'text=o,confidence=c,reward=r,tokens=n',
      [{ confidence: 0.9, reward: null, completionTokens: 7 }],
    ],
    [{ o: ['a', 'b'], l: [[-1], null] }, 'text=o,logprobs=l', [{ logprobs: [-1] }, { logprobs: null }]],
  ])('has what rules read beside answers: %j', (row, map, samples) => {
    expect(read(row, map)).toMatchObject({ ok: true, entry: { samples } })
  })

  it.each([
    [{ o: 'a', c: 'high' }, 'text=o,confidence=c', 'confidence: --map names the text "high", expected a number'],
    [
      { o: 'a', l: ['x'] },
      'text=o,logprobs=l',
      'logprobs: --map names a list of 1, expected the drawn tokens’ log-probabilities: a list of numbers',
    ],
    [{ outs: ['a', 'b'], s: [1] }, 'text=outs,grade=s', 'grade: --map names 1 values, and the row has 2 samples'],
    [{ outs: [] }, 'text=outs', '--map finds no samples in this row, whose columns are outs. Correct text=outs'],
    [{ o: 'a', n: -5 }, 'text=o,tokens=n', 'tokens: --map names the number -5, expected a whole number of tokens'],
    [{ o: 'a', n: 2e12 }, 'text=o,tokens=n', 'tokens: --map names the number 2000000000000, expected'],
    [{ o: 'a', i: 2 ** 60 }, 'text=o,id=i', 'id: --map names the number 1152921504606847000, expected text'],
    [{ q: 'Q', a: 1 }, 'answer=a,extracted=x,finish=f', 'whose columns are q, a. Correct extracted=x or finish=f'],
    [{ o: 'a' }, 'text=o,id=question_id', 'id: no column question_id; the columns are o'],
    [{ o: 'a', prompt: 1 }, 'text=o,id=promt', 'id: no column promt; did you mean prompt? The columns are o, prompt'],
    [{ o: 'a', g: { x: 1 } }, 'text=o,answer=g', 'answer: --map names an object with the field "x", expected text'],
    [
      { g: [{ out: 'so 4', ok: true }] },
      'text=g',
      'text: --map text=g names objects, expected text: g is a list of 1 with "out", "ok". Try text=g[*].out',
    ],
    [{ g: [{ out: 'so 4' }] }, 'samples=g,text=$.g', 'Try text=out'],
    [
      { g: [{ out: 'so 4' }] },
      'text=g[*].text',
      'Correct text=g[*].text: g is a list of 1 with "out". Try text=g[*].out',
    ],
    [['a'], 'text=o', 'is a list of 1, expected an object'],
  ])('that does not hold what is named says so: %j', (wrong, map, problem) => {
    expect(read(wrong, map)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  it('without a response counts as one that failed', () => {
    expect(read({ o: null }, 'text=o')).toMatchObject({ entry: { samples: [{ error: 'the row holds no response' }] } })
  })
})

it('names what a map leaves out, log-probabilities and how samples ended, by the path that adds it to the map', () => {
  const row = { q: 'Q', a: '4', outputs: [{ text: '4', logprobs: [-1, -2], finish_reason: 'length' }] }
  const unmapped = (map: string) => {
    const found = read(row, map)
    return found.ok && found.entry !== null ? found.entry.unmapped : undefined
  }
  for (const map of ['question=q,text=outputs[*].text', 'samples=outputs,text=text']) {
    const { logprobs, finish } = unmapped(map) ?? {}
    expect(logprobs).toMatch(/^(?:\$\.)?outputs\[\*\]\.logprobs$/u)
    expect(finish).toMatch(/^(?:\$\.)?outputs\[\*\]\.finish_reason$/u)
    const whole = `${map},logprobs=${logprobs},finish=${finish}`
    expect(read(row, whole)).toMatchObject({ entry: { samples: [{ logprobs: [-1, -2], finish: 'length' }] } })
    expect(unmapped(whole)).toEqual({})
  }
  expect(unmapped(/--map '(.*)'/u.exec(suggestMap(row))?.[1] ?? '')).toEqual({})
})

it('reads how samples ended as model servers say it, and refuses a word that none uses', () => {
  const ends = { o: ['4', '5', '6', '7', '8'], f: ['stop', 'length', 'content_filter', 'abort', null] }
  const found = read(ends, 'text=o,finish=f')
  const samples = found.ok ? (found.entry?.samples ?? []) : []
  expect(samples.map(({ finish }) => finish)).toEqual(['stop', 'length', 'declined', null, null])
  expect(samples.map(({ error }) => error !== null)).toEqual([false, false, false, true, false])
  for (const wrong of ['cut off', 3]) {
    expect(read({ o: '4', f: wrong }, 'text=o,finish=f')).toMatchObject({
      problem: expect.stringContaining('expected a finish_reason such as stop or length'),
    })
  }
})
