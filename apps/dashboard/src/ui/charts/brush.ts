import type { ReadOutPoint } from './drawing'
import type { Box, Size } from './geometry'

/** Shorter than this, a drag is a click. */
const LEAST_PX = 8

interface Brushed {
  readonly svg: SVGSVGElement
  readonly size: Size
  readonly points: readonly ReadOutPoint[]
  /** Where the button went down. */
  readonly from: Point
  /** Gets the methods whose marks are inside. */
  readonly onBrush: (keys: readonly string[]) => void
}

interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** Draws a box from a place in a chart until the button is let go, and hands on the methods that are inside. */
export function startBrush({ svg, size, points, from, onBrush }: Brushed): void {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  shape.setAttribute('class', 'brush')
  svg.append(shape)
  let box: Box = { x: 0, y: 0, width: 0, height: 0 }
  const drag = (to: Point) => {
    const room = svg.getBoundingClientRect()
    const [across, down] = [size.width / room.width, size.height / room.height]
    box = {
      x: (Math.min(from.clientX, to.clientX) - room.left) * across,
      y: (Math.min(from.clientY, to.clientY) - room.top) * down,
      width: Math.abs(to.clientX - from.clientX) * across,
      height: Math.abs(to.clientY - from.clientY) * down,
    }
    for (const [name, value] of Object.entries(box)) shape.setAttribute(name, String(value))
  }
  const end = () => {
    removeEventListener('pointermove', drag)
    shape.remove()
    if (Math.max(box.width, box.height) < LEAST_PX) return
    const inside = points.filter((point) => point.at === undefined && contains(box, point))
    const keys = inside.flatMap(({ of }) => (of === undefined ? [] : [of]))
    if (keys.length > 0) onBrush(keys)
  }
  addEventListener('pointermove', drag)
  addEventListener('pointerup', end, { once: true })
}

function contains({ x, y, width, height }: Box, point: Pick<ReadOutPoint, 'x' | 'y'>): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}
