import { expect, it } from 'vitest'
import { openLog } from './open-log.js'
import { logFolder } from './testing/log-files.js'

const file = logFolder()
const recording = file('recording.jsonl', [
  { question_id: 'q1', answer: '4', gold: '5', samples: [{ answer: '4' }, { answer: '5' }] },
  { question_id: 'q2', answer: '7', samples: [{ answer: '7' }, { answer: '8' }] },
])
const inspect = file(
  'inspect.json',
  JSON.stringify({
    version: 2,
    status: 'success',
    eval: { model: 'm' },
    samples: [{ id: 'a', epoch: 1, input: 'Q', target: '4', output: { choices: [{ message: { content: '4' } }] } }],
  }),
)

it.each([
  [
    recording,
    { answer: 'golden' },
    '--map answer=golden finds nothing in the first 2 rows; did you mean gold? The row has the fields question_id, answer, gold, samples',
  ],
  [recording, { id: 'question' }, '--map id=question finds nothing in the first 2 rows'],
  [recording, { question: 'nosuch' }, '--map question=nosuch finds nothing in the first 2 rows'],
  [inspect, { answer: 'metadata.gold' }, '--map answer=metadata.gold finds nothing in the first 1 row'],
  [
    recording,
    { tokens: 'n', reward: 'r' },
    '--map names tokens, reward, and a log of the format recordings has its own: leave them out. In such a log you can name id, question, answer, grade',
  ],
])('refuses a map that has no effect on a log of a known format: %s %j', async (path, map, problem) => {
  await expect(openLog([path], { map })).rejects.toThrow(problem)
})

it('reads a known log by a map that some of its rows have', async () => {
  const { rows } = await openLog([recording], { map: { answer: 'gold' } })
  expect(rows.map(({ question }) => question.answer)).toEqual(['5', '7'])
})

it('names a column of a table that is not there, and those that are', async () => {
  const path = file('table.csv', 'prompt,gold,reply\nTwo?,2,so 2\n')
  await expect(openLog([path], { map: { text: 'reply', id: 'question_id' } })).rejects.toThrow(
    'line 2: id: no column question_id; the columns are prompt, gold, reply',
  )
})

it('says which columns a table has whose answers no map names', async () => {
  const path = file('flat.csv', 'task,problem,solution,generation,prm\n1,Two?,2,so 2,0.5\n')
  const hint =
    "flat.csv is a table with the columns task, problem, solution, generation, prm. Name what they hold: --map 'id=task,question=problem,answer=solution,text=generation'"
  for (const map of [{}, { id: 'task', question: 'problem' }])
    await expect(openLog([path], { map })).rejects.toThrow(hint)
})

it('names the fields of samples in which a map finds no text', async () => {
  const path = file('gens.jsonl', [
    {
      q: 'Q',
      a: '2',
      gens: [
        { out: 'so 2', ok: true },
        { out: 'so 3', ok: false },
      ],
    },
  ])
  const map = { question: 'q', answer: 'a', samples: 'gens', text: 'text' }
  await expect(openLog([path], { map })).rejects.toThrow(
    '--map text=text finds nothing in the first 1 row. gens has the fields out, ok',
  )
})
