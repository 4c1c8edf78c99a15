import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * Runs a rule that is a JavaScript module beside `cges replay`, like any other program: its default export takes
 * `(votes, budget)` and returns `{ calls, answer }`; or its export `decideSet` takes `(questions, budget)`, each with
 * its `votes`, and returns a list of them. A line that asks for neither is answered with which of them the module has.
 */
const [, , path = ''] = process.argv
// Standard output is for answers: what a rule logs goes where it is shown.
console.log = console.error
console.info = console.error
const loaded = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
const { default: one, decideSet } = loaded
if (typeof one === 'function' && typeof decideSet === 'function') {
  refuse(`${path} exports both a default and decideSet: give each rule a file`)
}
const rule = typeof decideSet === 'function' ? decideSet : one
if (typeof rule !== 'function') {
  refuse(`${path} exports no function: write export default (votes, budget) => ({ calls: 5, answer: votes[0].answer })`)
}
for await (const line of createInterface({ input: process.stdin })) {
  const { votes, questions, budget } = JSON.parse(line) as { votes?: unknown; questions?: unknown; budget?: number }
  const question = questions ?? votes
  const answer: unknown =
    question === undefined
      ? { decides: rule === decideSet ? 'set' : 'question' }
      : await Promise.resolve(Reflect.apply(rule, undefined, [question, budget]) as unknown)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}
