import { EventEmitter, once } from 'node:events'
import { expect, it } from 'vitest'
import { KeptAnswers } from './kept-answers.js'

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
