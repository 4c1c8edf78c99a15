import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { KeptAnswers, whileRecent } from './kept-answers.js'

const stays = new AbortController().signal

function computation() {
  const signals: AbortSignal[] = []
  const over = new EventEmitter()
  const answer = once(over, 'end').then(() => 'answer')
  const compute = (signal: AbortSignal) => {
    signals.push(signal)
    return answer
  }
  return { end: () => over.emit('end'), signals, compute }
}

it('computes once for all who ask, and keeps the answer', async () => {
  const kept = new KeptAnswers<string>(2)
  const { end, signals, compute } = computation()
  const reads = [1, 2, 3].map(() => kept.read('key', compute, stays))
  end()
  expect(await Promise.all(reads)).toEqual(['answer', 'answer', 'answer'])
  expect(await kept.read('key', compute, stays)).toBe('answer')
  expect(signals).toHaveLength(1)
})

it('stops when the last asker hangs up, not before, and computes again for the next', async () => {
  const kept = new KeptAnswers<string>(2)
  const { end, signals, compute } = computation()
  const [one, two] = [new AbortController(), new AbortController()]
  const reads = [one, two].map(({ signal }) => kept.read('key', compute, signal))
  one.abort()
  await expect(reads[0]).rejects.toMatchObject({ kind: 'unavailable' })
  expect(signals[0]?.aborted).toBe(false)
  two.abort()
  await expect(reads[1]).rejects.toMatchObject({ kind: 'unavailable' })
  expect(signals[0]?.aborted).toBe(true)
  const again = kept.read('key', compute, stays)
  expect(signals).toHaveLength(2)
  end()
  expect(await again).toBe('answer')
  expect(signals[1]?.aborted).toBe(false)
})

it('keeps an answer that came before its asker left, and no failure', async () => {
  const kept = new KeptAnswers<string>(2)
  const { end, signals, compute } = computation()
  const asker = new AbortController()
  end()
  expect(await kept.read('key', compute, asker.signal)).toBe('answer')
  asker.abort()
  expect(await kept.read('key', compute, stays)).toBe('answer')
  expect(signals).toHaveLength(1)
  await expect(kept.read('other', () => Promise.reject(new Error('broken')), stays)).rejects.toThrow('broken')
  expect(await kept.read('other', compute, stays)).toBe('answer')
})

/** Computations that take as long as they are told, on a clock of their own. */
function computed() {
  let at = 0
  let count = 0
  const answers = new KeptAnswers<number>(2, whileRecent, () => at)
  const read = (key: string, takes: number) =>
    answers.read(
      key,
      async () => {
        at += takes
        count += 1
        return count
      },
      stays,
    )
  return { read, pass: (ms: number) => (at += ms) }
}

it('computes a quick answer each time', async () => {
  const { read } = computed()
  expect([await read('a', 50), await read('a', 50)]).toEqual([1, 2])
})

it('reuses a slow answer for ten times as long as it took, and each key has its own', async () => {
  const { read, pass } = computed()
  expect(await read('a', 100)).toBe(1)
  expect(await read('b', 0)).toBe(2)
  pass(999)
  expect(await read('a', 100)).toBe(1)
  pass(1)
  expect(await read('a', 100)).toBe(3)
})

it('computes once for all who ask meanwhile, and again after a failure, where answers are to be recent', async () => {
  const answers = new KeptAnswers<string>(2, whileRecent)
  const first = Promise.reject(new Error('away'))
  const both = [answers.read('a', () => first, stays), answers.read('a', () => Promise.resolve('another'), stays)]
  expect(await Promise.allSettled(both)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await answers.read('a', () => Promise.resolve('again'), stays)).toBe('again')
})

it('keeps so many, the newest', async () => {
  const { read } = computed()
  for (const key of ['a', 'b', 'c']) await read(key, 100)
  expect([await read('c', 100), await read('b', 100), await read('a', 100)]).toEqual([3, 2, 4])
})
