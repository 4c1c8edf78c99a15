import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Batcher } from './batches.js'

/** A database that answers so many milliseconds later, and remembers what was sent together. */
function slow(ms: number, fails: (item: number) => Error | null = () => null) {
  const sent: number[][] = []
  const send = async (batch: readonly number[]) => {
    sent.push([...batch])
    await sleep(ms)
    const error = batch.map(fails).find((fault) => fault !== null)
    if (error !== undefined) throw error
    return batch.map((n) => n * 10)
  }
  return { sent, send }
}

it('sends together what is asked while a statement is under way, and gives each its own answer', async () => {
  const { sent, send } = slow(15)
  const batcher = new Batcher(send)
  const first = batcher.ask(1)
  await sleep(5)
  expect(await Promise.all([first, batcher.ask(2), batcher.ask(3), batcher.ask(4)])).toEqual([10, 20, 30, 40])
  expect(sent).toEqual([[1], [2, 3, 4]])
})

it('waits no longer than its patience for a statement that hangs', async () => {
  const { sent, send } = slow(400)
  const batcher = new Batcher(send)
  void batcher.ask(1)
  await sleep(5)
  void batcher.ask(2)
  void batcher.ask(3)
  await sleep(100)
  expect(sent).toEqual([[1], [2, 3]])
})

it('sends 64 at once at most, and no more than a megabyte', async () => {
  const many = slow(1)
  const batcher = new Batcher(many.send)
  await Promise.all(Array.from({ length: 150 }, (_, n) => batcher.ask(n)))
  expect(many.sent.map((batch) => batch.length)).toEqual([64, 64, 22])
  const heavy = slow(1)
  const weighed = new Batcher(heavy.send, () => 400_000)
  await Promise.all([1, 2, 3, 4, 5].map((n) => weighed.ask(n)))
  expect(heavy.sent).toEqual([[1, 2], [3, 4], [5]])
})

it('asks one by one what fails together, so that only the one at fault fails', async () => {
  const { sent, send } = slow(1, (n) => (n === 2 ? new Error('a value that is refused') : null))
  const batcher = new Batcher(send)
  const answers = await Promise.allSettled([1, 2, 3].map((n) => batcher.ask(n)))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(sent).toEqual([[1, 2, 3], [1], [2], [3]])
})

it('leaves an outage to those who asked: nothing is sent again', async () => {
  const { sent, send } = slow(1, () => Object.assign(new Error('gone'), { code: '57P01' }))
  const batcher = new Batcher(send)
  const answers = await Promise.allSettled([1, 2, 3].map((n) => batcher.ask(n)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(sent).toEqual([[1, 2, 3]])
})

it('goes on after a failure', async () => {
  const { send } = slow(1, (n) => (n === 1 ? new Error('refused') : null))
  const batcher = new Batcher(send)
  await expect(batcher.ask(1)).rejects.toThrow('refused')
  expect(await batcher.ask(2)).toBe(20)
})
