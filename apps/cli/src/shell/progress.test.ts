import { expect, it } from 'vitest'
import { LiveDisplay } from './live-display.js'
import { ProgressBar, ProgressLine } from './progress.js'

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
  expect(at(101, 1000, 1000)).toContain('100 % · 1,000 samples · 9.9/s, 0 s left')
})

it('goes by the pace of late, not by that of the beginning', () => {
  const { at } = bar(true)
  at(0, 0, 0)
  for (let second = 1; second <= 10; second += 1) at(second, 50 * second, 50 * second)
  for (let second = 11; second <= 60; second += 1) at(second, 490 + second, 490 + second)
  expect(at(61, 551, 551)).toContain('551 samples · 1.0/s, 7 min 29 s left')
})

it('shows nothing of what is over at once', () => {
  const { at, written } = bar(true)
  at(0, 0, 0)
  at(0.3, 900, 900)
  expect(written).toEqual([])
})

it('shows nothing where there is no terminal', () => {
  const { at, written } = bar(false)
  for (let second = 0; second < 20; second += 0.25) at(second, 50 * second, 50 * second)
  expect(written).toEqual([])
})

it('has a count and its rate alone where nobody knows how much there is', () => {
  const line = new ProgressLine('writing', 0)
  line.at(1, { done: 3, total: null, what: 'kB' })
  expect(line.at(4, { done: 9, total: null, what: 'kB' })).toBe('writing 9 kB · 1.5/s')
})

function display(size: { readonly columns?: number; readonly rows?: number }) {
  const written: string[] = []
  const screen = { isTTY: true, ...size, write: (text: string) => written.push(text) }
  return { shown: new LiveDisplay(screen, () => 0), screen, written }
}

it('goes up over every row that a long line took', () => {
  const { shown, written } = display({ columns: 10 })
  shown.show(['x'.repeat(10), 'x'.repeat(11), '', 'ü'.repeat(30)], '')
  shown.clear()
  expect(written.at(-1)).toBe('\u001B[7A\u001B[J')
})

it('counts rows by the width that the terminal has by now', () => {
  const size = { columns: 10 }
  const { shown, screen, written } = display(size)
  shown.show(['x'.repeat(20)], '')
  screen.columns = 5
  shown.clear()
  expect(written.at(-1)).toBe('\u001B[4A\u001B[J')
})

it('leaves lines out before the last where the window is too low, and says how many', () => {
  const { shown, written } = display({ columns: 80, rows: 5 })
  shown.show(['name', 'SIMULATED', 'a', 'b', 'c', 'bar'], '')
  expect(written.at(-1)).toBe('name\nSIMULATED\n… 3 lines more in a taller window\nbar\n')
  shown.clear()
  expect(written.at(-1)).toBe('\u001B[4A\u001B[J')
})

it('shows all where the terminal does not tell its size', () => {
  const { shown, written } = display({ columns: 0, rows: 0 })
  shown.show(['x'.repeat(300), 'bar'], '')
  shown.clear()
  expect(written.at(-1)).toBe('\u001B[2A\u001B[J')
})
