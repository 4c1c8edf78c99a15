import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * Runs a rule that is a JavaScript module beside `cges replay`, as any other program would: its default export takes
 * `(votes, budget)` and returns `{ calls, answer }`.
 */
const [, , path = ''] = process.argv
const loaded: unknown = await import(pathToFileURL(path).href)
const rule: unknown = typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : null
if (typeof rule !== 'function') throw new Error(`${path} exports no function as its default`)
for await (const line of createInterface({ input: process.stdin })) {
  const { votes, budget } = JSON.parse(line) as { votes: unknown; budget: number }
  console.log(JSON.stringify(await Promise.resolve(Reflect.apply(rule, undefined, [votes, budget]) as unknown)))
}
