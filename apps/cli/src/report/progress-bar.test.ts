import { expect, it } from 'vitest'
import { ProgressBar } from './progress-bar.js'

function bar(isTTY: boolean) {
  const written: string[] = []
  let now = 0
  const screen = { isTTY, write: (text: string) => written.push(text) }
  const progress = new ProgressBar('importing', screen, () => now)
  const at = (seconds: number, done: number, count: number) => {
    now = 1000 * seconds
    progress.show({ done, total: 1000, count, what: 'samples' })
    return written.at(-1) ?? ''
  }
  return { at, written }
}

it('tells the time left from what was done since it began, not from what was there before', () => {
  const { at } = bar(true)
  at(0, 600, 0)
  expect(at(1, 620, 20)).not.toContain('left')
  const line = at(10, 700, 100)
  expect(line).toContain(' 70 % · 100 samples · 10/s, 30 s left')
  expect(line).toContain(`${'█'.repeat(16)}${'░'.repeat(8)}`)
})

it('never says all is done, or nothing is left, before it is', () => {
  const { at } = bar(true)
  at(0, 0, 0)
  const line = at(100, 999, 999)
  expect(line).toContain(' 99 %')
  expect(line).not.toContain('100 %')
  expect(line).toContain('░')
  expect(at(101, 1000, 1000)).toContain('100 % · 1,000 samples · 10/s, 0 s left')
})

it('shows nothing of what is over at once, and in a log a line now and then', () => {
  const quick = bar(true)
  quick.at(0, 0, 0)
  quick.at(0.3, 900, 900)
  expect(quick.written).toEqual([])
  const { at, written } = bar(false)
  for (let second = 0; second < 20; second += 0.25) at(second, 50 * second, 50 * second)
  expect(written).toHaveLength(4)
  expect(written.join('')).not.toContain('\u001B')
})
