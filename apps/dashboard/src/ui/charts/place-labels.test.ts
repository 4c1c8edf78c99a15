import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crosses, fitText, overlap, textWidth } from './geometry'
import { APART_PX, placeLabels, type Wish } from './place-labels'

const FRAMES = [
  { x: 46, y: 30, width: 580, height: 270 },
  { x: 46, y: 30, width: 280, height: 270 },
]

/** Points where names fight: all at one place, in a row, down an edge, in a corner, on a diagonal, scattered. */
const AWKWARD = {
  'one place': () => [300, 150],
  'a row': (at: number) => [60 + 9 * at, 150],
  'a column at the edge': (at: number) => [326, 30 + 4 * at],
  'a corner': (at: number) => [46 + at, 300 - at],
  'a diagonal': (at: number) => [46 + 12 * at, 30 + 11 * at],
  'a cloud': (at: number) => [50 + ((at * 97) % 260), 40 + ((at * 61) % 250)],
} satisfies Record<string, (at: number) => number[]>

const TEXTS = [
  'SC @16',
  'CGES deepconf-tail-window γ .9999 min 4 K=12 @1024',
  'ESC w=4',
  'W'.repeat(90),
  'γ',
  '質問の方法 @16',
]

function wishes(count: number, place: (at: number) => number[]): Wish[] {
  return Array.from({ length: count }, (_, at) => {
    const [x = 0, y = 0] = place(at)
    return { key: `${at}`, text: TEXTS[at % TEXTS.length] ?? '', anchors: [{ x, y }] }
  })
}

function expectApart(placed: ReturnType<typeof placeLabels>, bounds: (typeof FRAMES)[number]): void {
  for (const [at, { box, text }] of placed.entries()) {
    expect(box.x).toBeGreaterThanOrEqual(bounds.x - 1e-6)
    expect(box.x + box.width).toBeLessThanOrEqual(bounds.x + bounds.width + 1e-6)
    expect(box.y).toBeGreaterThanOrEqual(bounds.y - 1e-6)
    expect(box.y + box.height).toBeLessThanOrEqual(bounds.y + bounds.height + 1e-6)
    expect(textWidth(text)).toBeLessThanOrEqual(box.width + 1e-6)
    const withRoom = { ...box, x: box.x - APART_PX + 1e-6, width: box.width + 2 * APART_PX - 2e-6 }
    for (const other of placed.slice(at + 1)) expect(overlap(withRoom, other.box)).toBe(0)
    for (const other of placed) {
      if (other.leader !== null && other.box !== box) expect(crosses(other.leader, box)).toBe(false)
    }
  }
}

describe('labels', () => {
  test.each(Object.entries(AWKWARD).flatMap(([name, place]) => FRAMES.map((bounds) => [name, bounds, place] as const)))(
    'of methods in %s never touch nor leave the frame %j',
    (_, bounds, place) => {
      for (const count of [2, 7, 12, 40])
        expectApart(placeLabels(wishes(count, place), { bounds, obstacles: [], lines: [] }), bounds)
    },
  )
  test('never touch, wherever anything is', () => {
    const anchor = fc.record({ x: fc.integer({ min: -50, max: 700 }), y: fc.integer({ min: -50, max: 400 }) })
    const wish = fc.record({
      text: fc.string({ maxLength: 60 }),
      anchors: fc.array(anchor, { minLength: 1, maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 30 }), fc.constantFrom(...FRAMES), (found, bounds) => {
        const obstacles = found.map(({ anchors: [at] }) => ({ x: at?.x ?? 0, y: at?.y ?? 0, width: 14, height: 14 }))
        const named = found.map((each, at) => ({ ...each, key: `${at}` }))
        expectApart(placeLabels(named, { bounds, obstacles, lines: [] }), bounds)
      }),
      { numRuns: 60 },
    )
  })
  test('stand clear of what is drawn where there is room', () => {
    const [bounds = { x: 0, y: 0, width: 1, height: 1 }] = FRAMES
    const obstacles = [{ x: 305, y: 140, width: 200, height: 20 }]
    const [placed] = placeLabels(
      wishes(1, () => [300, 150]),
      { bounds, obstacles, lines: [] },
    )
    expect(placed && overlap(placed.box, obstacles[0] ?? placed.box)).toBe(0)
  })
})

test('a name too long for its chart is cut, and says so', () => {
  expect(fitText('CGES lns-arith γ .95', 110)).toMatch(/^CGES .*….*\.95$/)
  expect(fitText('CGES lns-arith', 9)).toBe('C…')
  expect(fitText('SC', 60)).toBe('SC')
})
