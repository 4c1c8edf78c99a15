import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Running, Scheduler } from './scheduler.js'

const roomy = (slots: number): Scheduler => new Scheduler({ slots, cacheTokens: 1000 })

async function run(scheduler: Scheduler, tokens: number, priority = 0): Promise<Running> {
  const choice = await scheduler.acquire(new AbortController().signal, tokens, priority)
  if (choice === null) throw new Error('nobody gave up')
  return choice
}

test('slots go round in the order they were asked for', async () => {
  const scheduler = roomy(2)
  const order: number[] = []
  const calls = [0, 1, 2, 3, 4].map(async (caller) => {
    const choice = await run(scheduler, 1)
    order.push(caller)
    return choice
  })
  await Promise.all(calls.slice(0, 2))
  expect([scheduler.running, scheduler.waiting]).toEqual([2, 3])
  for (const [place, next] of calls.slice(2).entries()) {
    scheduler.release(await (calls[place] ?? next))
    await next
    expect(scheduler.running).toBe(2)
  }
  expect(order).toEqual([0, 1, 2, 3, 4])
  for (const last of calls.slice(3)) scheduler.release(await last)
  expect([scheduler.running, scheduler.waiting, scheduler.cacheUsage]).toEqual([0, 0, 0])
})

test('whoever gives up waiting gets no slot and takes none from the next', async () => {
  const scheduler = roomy(1)
  const first = await run(scheduler, 1)
  const impatient = new AbortController()
  const gaveUp = scheduler.acquire(impatient.signal, 1)
  const patient = run(scheduler, 1)
  impatient.abort()
  expect(await gaveUp).toBeNull()
  scheduler.release(first)
  await patient
  impatient.abort()
  expect([scheduler.running, scheduler.waiting]).toEqual([1, 0])
  expect(await scheduler.acquire(impatient.signal, 1)).toBeNull()
})

test('a prompt waits until the cache has room for it, and none overtakes it', async () => {
  const scheduler = new Scheduler({ slots: 4, cacheTokens: 100 })
  const first = await run(scheduler, 60)
  const large = run(scheduler, 50)
  const small = run(scheduler, 10)
  expect([scheduler.running, scheduler.waiting, scheduler.cacheUsage]).toEqual([1, 2, 0.6])
  scheduler.release(first)
  await Promise.all([large, small])
  expect([scheduler.running, scheduler.cacheUsage]).toEqual([2, 0.6])
})

test('a large prompt that gives up lets those behind it in', async () => {
  const scheduler = new Scheduler({ slots: 4, cacheTokens: 100 })
  await run(scheduler, 60)
  const impatient = new AbortController()
  const large = scheduler.acquire(impatient.signal, 50)
  const small = run(scheduler, 10)
  impatient.abort()
  expect(await large).toBeNull()
  await small
  expect(scheduler.running).toBe(2)
})

test('preempts the last to have begun, which comes back first and with all it had', async () => {
  const scheduler = new Scheduler({ slots: 4, cacheTokens: 100 })
  const one = await run(scheduler, 40)
  const two = await run(scheduler, 40)
  const later = run(scheduler, 30)
  expect(scheduler.grow(two, 5)).toBe(true)
  expect(scheduler.grow(one, 20)).toBe(true)
  expect(two.comeback).not.toBeNull()
  expect([scheduler.running, scheduler.waiting, scheduler.preemptions]).toEqual([1, 2, 1])
  expect(scheduler.grow(two, 1)).toBe(false)
  scheduler.release(one)
  await later
  expect(two.comeback).toBeNull()
  expect(scheduler.cacheUsage).toBe(0.75)
  expect(scheduler.grow(two, 1)).toBe(true)
})

test('one that outgrows the cache while it is the last itself is the one that waits', async () => {
  const scheduler = new Scheduler({ slots: 4, cacheTokens: 100 })
  const one = await run(scheduler, 40)
  const two = await run(scheduler, 40)
  expect(scheduler.grow(two, 30)).toBe(false)
  const { comeback } = two
  scheduler.release(one)
  expect(await comeback).toBe(true)
  expect(scheduler.grow(two, 30)).toBe(true)
})

test('preempts by priority before order', async () => {
  const scheduler = new Scheduler({ slots: 4, cacheTokens: 100 })
  const batch = await run(scheduler, 40, 5)
  const urgent = await run(scheduler, 40, 1)
  expect(scheduler.grow(urgent, 30)).toBe(true)
  expect([batch.comeback === null, urgent.comeback === null]).toEqual([false, true])
})

test('never gives out more than there is, whatever happens, and everyone ends', async () => {
  const work = fc.record({
    prompt: fc.integer({ min: 1, max: 40 }),
    grows: fc.array(fc.integer({ min: 1, max: 10 }), { maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(work, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (jobs, slots) => {
        const scheduler = new Scheduler({ slots, cacheTokens: 100 })
        const checked = (): void => {
          expect(scheduler.running).toBeLessThanOrEqual(slots)
          expect(scheduler.cacheUsage).toBeLessThanOrEqual(1)
        }
        await Promise.all(
          jobs.map(async ({ prompt, grows }) => {
            const choice = await run(scheduler, prompt)
            for (const more of grows) {
              while (!scheduler.grow(choice, more)) await choice.comeback
              checked()
              await Promise.resolve()
            }
            expect(choice.tokens).toBe(prompt + grows.reduce((sum, more) => sum + more, 0))
            scheduler.release(choice)
            checked()
          }),
        )
        expect([scheduler.running, scheduler.waiting, scheduler.cacheUsage]).toEqual([0, 0, 0])
      },
    ),
  )
})
