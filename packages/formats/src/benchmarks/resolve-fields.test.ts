import { expect, it } from 'vitest'
import { resolveFields } from './resolve-fields.js'

it.each([
  [['question', 'answer'], {}],
  [['prompt', 'gold'], {}],
  [['input', 'target'], {}],
  [['problem', 'solution'], {}],
  [['Question', 'Answer'], {}],
  [['Question', 'Correct Answer'], {}],
  [['question_text', 'ground-truth'], {}],
  [['QUERY', 'EXPECTED'], {}],
])('finds the columns %j by their usual names', (names) => {
  const [question, answer] = names
  expect(resolveFields([Object.fromEntries(names.map((name) => [name, 'x']))])).toEqual({
    ok: true,
    fields: { question, answer },
  })
})

it('takes an exact name before another, and the rest where some are named', () => {
  const row = { problem: 'p', solution: 's', answer: 'a', unique_id: 'u' }
  expect(resolveFields([row])).toEqual({ ok: true, fields: { id: 'unique_id', question: 'problem', answer: 'answer' } })
  expect(resolveFields([row], { answer: 'solution' })).toMatchObject({
    fields: { answer: 'solution', question: 'problem' },
  })
})

it('names the columns and the --map where it does not know them', () => {
  const rows = [
    { Nr: '1', Aufgabe: 'Wie viel ist eins und eins?', Ergebnis: '2' },
    { Nr: '10', Aufgabe: 'Und zwei und zwei?', Ergebnis: '4' },
  ]
  expect(resolveFields(rows)).toEqual({
    ok: false,
    guess: { question: 'Aufgabe', answer: 'Ergebnis' },
    problem: `found the columns "Nr", "Aufgabe", "Ergebnis"; expected "question" and "answer". Name yours: --map 'question=Aufgabe,answer=Ergebnis'`,
  })
  expect(resolveFields([{ prompt: 'p' }])).toMatchObject({
    problem: expect.stringContaining("--map 'question=prompt,answer=…'"),
  })
  expect(resolveFields([{ a: 'p' }], { question: 'b' })).toMatchObject({
    ok: false,
    problem: '--map question=b names a column that is not there; found the column "a"',
  })
})
