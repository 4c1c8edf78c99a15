import { expect, it } from 'vitest'
import { LiveDisplay } from './live-display.js'

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
