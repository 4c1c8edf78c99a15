import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SharedReads } from './shared-reads.js'

/** A store whose reads end when they are told to, with what was stored as they began. */
function slowStore() {
  let stored = 0
  const ends: (() => void)[] = []
  const load = () => {
    const seen = stored
    return new Promise<number>((resolve) => ends.push(() => resolve(seen)))
  }
  return { load, write: () => (stored += 1), end: () => ends.shift()?.(), begun: () => ends.length }
}

it('shares one read among all who asked while the last was under way, and shows them what was stored before they asked', async () => {
  const reads = new SharedReads<number>()
  const { load, write, end, begun } = slowStore()
  const first = reads.read('key', load)
  write()
  const later = [reads.read('key', load), reads.read('key', load), reads.read('key', load)]
  expect(begun()).toBe(1)
  end()
  expect(await first).toBe(0)
  await turn()
  expect(begun()).toBe(1)
  end()
  expect(await Promise.all(later)).toEqual([1, 1, 1])
})

it('never reads the same twice at once, however its askers come', async () => {
  const reads = new SharedReads<number>()
  let [underWay, most, made] = [0, 0, 0]
  const load = async () => {
    made += 1
    most = Math.max(most, (underWay += 1))
    await turn()
    underWay -= 1
    return made
  }
  const asks: Promise<number>[] = []
  for (let at = 0; at < 40; at += 1) {
    asks.push(reads.read('key', load))
    if (at % 3 === 0) await turn()
  }
  await Promise.all(asks)
  expect(most).toBe(1)
  expect(made).toBeLessThan(30)
})

it('reads what has other keys beside it, and again once nobody reads', async () => {
  const reads = new SharedReads<string>()
  const both = [reads.read('one', async () => 'one'), reads.read('other', async () => 'other')]
  expect(await Promise.all(both)).toEqual(['one', 'other'])
  await turn()
  expect(await reads.read('one', async () => 'again')).toBe('again')
})

it('fails those whose read failed, and no other', async () => {
  const reads = new SharedReads<string>()
  const failing = reads.read('key', () => Promise.reject(new Error('away')))
  const next = reads.read('key', async () => 'there')
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('there')
})

it('does not wait for a read that is stuck', async () => {
  const reads = new SharedReads<string>(10)
  void reads.read('key', () => new Promise<string>(() => undefined))
  const next = [1, 2].map(() => reads.read('key', async () => 'there'))
  expect(await Promise.all(next)).toEqual(['there', 'there'])
  await turn()
  expect(await reads.read('key', async () => 'again')).toBe('again')
})
