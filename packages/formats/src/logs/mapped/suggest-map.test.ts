import { expect, it } from 'vitest'
import { compileMap, MAP_FIELDS, parseLogMap } from './log-map.js'
import { parseMappedRow } from './parse-mapped-row.js'
import { suggestMap, suggestTableMap } from './suggest-map.js'

function read(row: unknown, map: string) {
  const parsed = parseLogMap(map)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parseMappedRow(row, 1, compileMap(parsed.fields))
}

it('suggests the --map that reads rows of usual names, and it does', () => {
  const rows = [
    { prompt: 'Q', gold: '4', outputs: ['4', '5'] },
    { Question: 'Q', 'Correct Answer': '4', responses: [{ content: '4' }] },
    { qid: 3, problem: 'Q', solution: '4', completion: 'so 4', is_correct: true, completion_tokens: 3 },
  ]
  for (const row of rows) {
    const map = /--map '(.*)'/u.exec(suggestMap(row))?.[1] ?? ''
    expect(map).not.toContain('…')
    expect(read(row, map)).toMatchObject({ ok: true, entry: { question: { question: 'Q', answer: '4' } } })
  }
  expect(suggestMap({ prompt: 'Q', gold: '4', outputs: [{ text: '4', logprobs: [-1] }] })).toContain(
    `--map 'question=prompt,answer=gold,text=outputs[*].text,logprobs=outputs[*].logprobs'`,
  )
  expect(suggestMap({ prompt: 'Q', gold: '4', text: '4', token_logprobs: [-1] })).toMatch(/,logprobs=token_logprobs'$/u)
  expect(suggestMap({ prompt: 'Q', gold: '4', outputs: [{ text: '4', logprobs: null }] })).not.toContain('logprobs=')
  expect(suggestMap({ a: 1, b: 'x' })).toBe(
    `this row matches no known log format; found the fields "a" (number), "b" (text). Name what they hold: --map 'question=…,answer=…,text=…'`,
  )
  expect(MAP_FIELDS).toContain('samples')
})

it('lists on one line what a suggested map leaves out, a few names at most', () => {
  const row = { prompt: 'Q', gold: '4', outputs: [{ text: '4' }], parsed: '4', stop: 'eos', 'n tok': 3 }
  expect(suggestMap(row).split('\n').slice(1)).toEqual(['not used: parsed, stop, "n tok"'])
  const wide = { prompt: 'Q', gold: '4', text: '4', ...Object.fromEntries(Array.from('abcdefg', (name) => [name, 0])) }
  expect(suggestMap(wide)).toMatch(/'\nnot used: a, b, c, d, e, …$/u)
  expect(suggestMap({ prompt: 'Q', gold: '4', text: '4' })).not.toContain('not used')
})

const GENS = {
  qid: 'a',
  prompt: 'Q',
  gold: '4',
  gens: [
    { out: 'so it is 4', pred: '4', ok: true },
    { out: 'so it is 5', pred: '5', ok: false },
  ],
}

it('names the fields in a list of objects, and suggests the one that is plainly a text', () => {
  const said = suggestMap(GENS)
  expect(said).toContain('"gens" (a list of 2 with "out", "pred", "ok")')
  const map = /--map '(.*)'/u.exec(said)?.[1] ?? ''
  expect(map).toBe('id=qid,question=prompt,answer=gold,text=gens[*].out,extracted=gens[*].pred')
  expect(read(GENS, map)).toMatchObject({ entry: { samples: [{ text: 'so it is 4', answer: '4' }, { answer: '5' }] } })
  const short = { ...GENS, gens: [{ a: 'x', b: 'y' }] }
  expect(suggestMap(short)).toContain(`text=…'`)
  const spaced = { ...GENS, gens: [{ 'out text': 'so it is 4' }] }
  const quoted = /--map '(.*)'/u.exec(suggestMap(spaced))?.[1] ?? ''
  expect(read(spaced, quoted)).toMatchObject({ entry: { samples: [{ text: 'so it is 4' }] } })
})

it('leaves out one value for a whole row where its samples are a list, which no map could read', () => {
  const map = /--map '(.*)'/u.exec(suggestMap({ ...GENS, score: 0.5, acc: [1, 0] }))?.[1] ?? ''
  expect(map).not.toContain('grade=score')
})

it('shows a few names of a row and of its lists, however many and however long they are', () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${at}${'x'.repeat(1000)}`, 1]))
  expect(suggestMap({ gens: [wide], ...wide }).length).toBeLessThan(5000)
  expect(suggestTableMap([wide]).length).toBeLessThan(2000)
})

const rowOf = (task: string, problem: string) => ({ task, problem, solution: '4', generation: 'so 4', prm: '0.5' })

it('names the only column of texts that is left, once the question and the answer are known', () => {
  const row = { question: 'Which day is it?', answer: '05/01/2021', n: '3', reply: 'It is 05/01/2021, so A.' }
  expect(suggestTableMap([row])).toMatch(/'question=question,answer=answer,text=reply'\nnot used: n$/u)
  expect(suggestMap({ ...row, reply: ['It is A.', 'It is B.'] })).toContain('text=reply')
  expect(suggestMap({ ...row, note: 'by hand, in May' })).toContain('text=…')
  expect(suggestMap({ ...row, reply: 'gpt-4' })).toContain('text=…')
  expect(suggestMap({ reply: row.reply })).toContain("text=…'")
})

it('suggests the map of a table, with a column that tells its questions apart', () => {
  const rows = [rowOf('1', 'A'), rowOf('1', 'A'), rowOf('2', 'B')]
  const map = 'id=task,question=problem,answer=solution,text=generation'
  expect(suggestTableMap(rows)).toBe(
    `a table with the columns task, problem, solution, generation, prm. Name what they hold: --map '${map}'\nnot used: prm`,
  )
  expect(suggestTableMap(rows, { id: 'task', question: 'problem' })).toContain(`'${map}'`)
  expect(suggestTableMap([rowOf('gsm8k', 'A'), rowOf('gsm8k', 'B')])).toContain(`--map 'question=problem,`)
})
