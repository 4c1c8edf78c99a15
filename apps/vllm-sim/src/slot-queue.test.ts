import { expect, test } from 'vitest'
import { SlotQueue } from './slot-queue.js'

const never = new AbortController().signal

test('slots go round in the order they were asked for', async () => {
  const queue = new SlotQueue(2)
  const order: number[] = []
  const asked = [0, 1, 2, 3, 4].map(async (caller) => {
    if (await queue.acquire(never)) order.push(caller)
  })
  await Promise.all(asked.slice(0, 2))
  expect([queue.running, queue.waiting]).toEqual([2, 3])
  for (const next of asked.slice(2)) {
    queue.release()
    await next
    expect(queue.running).toBe(2)
  }
  expect(order).toEqual([0, 1, 2, 3, 4])
  queue.release()
  queue.release()
  expect([queue.running, queue.waiting]).toEqual([0, 0])
})

test('whoever gives up waiting gets no slot and takes none from the next', async () => {
  const queue = new SlotQueue(1)
  await queue.acquire(never)
  const impatient = new AbortController()
  const gaveUp = queue.acquire(impatient.signal)
  const patient = queue.acquire(never)
  impatient.abort()
  expect(await gaveUp).toBe(false)
  queue.release()
  expect(await patient).toBe(true)
  impatient.abort()
  expect([queue.running, queue.waiting]).toEqual([1, 0])
  expect(await queue.acquire(impatient.signal)).toBe(false)
})
