import type { Shape } from '@cges-fleet/methods/replay'

type Point = readonly [number, number]

/** Corners of every outline about the origin, y downwards; all have an area near 4. */
const CORNERS: Record<Exclude<Shape, 'circle'>, readonly Point[]> = {
  square: corners(4, Math.SQRT2, 45),
  triangle: corners(3, 1.72, -90),
  'triangle-down': corners(3, 1.72, 90),
  'triangle-right': corners(3, 1.72, 0),
  'triangle-left': corners(3, 1.72, 180),
  diamond: [
    [0, -1.75],
    [1.2, 0],
    [0, 1.75],
    [-1.2, 0],
  ],
  pentagon: corners(5, 1.35, -90),
  star: Array.from({ length: 10 }, (_, at) => around(at % 2 === 0 ? 1.85 : 0.8, 36 * at - 90)),
  wye: Array.from({ length: 6 }, (_, at) => around(at % 2 === 0 ? 1.8 : 0.7, 60 * at - 90)),
  cross: cross(0),
  saltire: cross(45),
  hourglass: [
    [-1.35, -1.5],
    [1.35, -1.5],
    [-1.35, 1.5],
    [1.35, 1.5],
  ],
  hexagon: corners(6, 1.28, 0),
  'star-6': Array.from({ length: 12 }, (_, at) => around(at % 2 === 0 ? 1.8 : 0.75, 30 * at - 90)),
  'star-8': Array.from({ length: 16 }, (_, at) => around(at % 2 === 0 ? 1.7 : 0.85, 22.5 * at - 90)),
  'star-4': Array.from({ length: 8 }, (_, at) => around(at % 2 === 0 ? 1.95 : 0.8, 45 * at - 90)),
  cup: [
    [-1.3, -1.3],
    [-0.6, -1.3],
    [-0.6, 0.5],
    [0.6, 0.5],
    [0.6, -1.3],
    [1.3, -1.3],
    [1.3, 1.3],
    [-1.3, 1.3],
  ],
  ell: [
    [-1.3, -1.6],
    [-0.4, -1.6],
    [-0.4, 0.6],
    [1.4, 0.6],
    [1.4, 1.5],
    [-1.3, 1.5],
  ],
  zed: [
    [-1.5, -1.2],
    [0.4, -1.2],
    [0.4, 0],
    [1.5, 0],
    [1.5, 1.2],
    [-0.4, 1.2],
    [-0.4, 0],
    [-1.5, 0],
  ],
  chevron: [
    [-1.5, -1.5],
    [0, -0.5],
    [1.5, -1.5],
    [1.5, 0.4],
    [0, 1.4],
    [-1.5, 0.4],
  ],
  trapezoid: [
    [-0.7, -1.15],
    [0.7, -1.15],
    [1.8, 1.1],
    [-1.8, 1.1],
  ],
  parallelogram: [
    [-0.6, -1.05],
    [2, -1.05],
    [0.6, 1.05],
    [-2, 1.05],
  ],
  arrow: [
    [0, -1.8],
    [1.6, 0.1],
    [0.6, 0.1],
    [0.6, 1.6],
    [-0.6, 1.6],
    [-0.6, 0.1],
    [-1.6, 0.1],
  ],
  house: [
    [0, -1.8],
    [1.2, -0.5],
    [1.2, 1.3],
    [-1.2, 1.3],
    [-1.2, -0.5],
  ],
  bolt: [
    [0.7, -1.8],
    [-1.4, 0.4],
    [-0.1, 0.4],
    [-0.7, 1.8],
    [1.4, -0.4],
    [0.1, -0.4],
  ],
  shield: [
    [-1.1, -1.4],
    [1.1, -1.4],
    [1.1, 0.4],
    [0, 1.8],
    [-1.1, 0.4],
  ],
  pennant: [
    [-1.3, -1.6],
    [1.9, -0.5],
    [-0.5, 0.5],
    [-0.5, 1.8],
    [-1.3, 1.8],
  ],
  funnel: [
    [-1.8, -1.5],
    [1.8, -1.5],
    [0.5, 0.1],
    [0.5, 1.6],
    [-0.5, 1.6],
    [-0.5, 0.1],
  ],
  crown: [
    [-1.6, 1.3],
    [-1.6, -1.4],
    [-0.75, 0],
    [0, -1.6],
    [0.75, 0],
    [1.6, -1.4],
    [1.6, 1.3],
  ],
  kite: [
    [0, -1.5],
    [1.3, -0.4],
    [0, 2],
    [-1.3, -0.4],
  ],
  tee: [
    [-1.6, -1.5],
    [1.6, -1.5],
    [1.6, -0.5],
    [0.55, -0.5],
    [0.55, 1.5],
    [-0.55, 1.5],
    [-0.55, -0.5],
    [-1.6, -0.5],
  ],
  'tee-down': [
    [-1.6, 1.5],
    [1.6, 1.5],
    [1.6, 0.5],
    [0.55, 0.5],
    [0.55, -1.5],
    [-0.55, -1.5],
    [-0.55, 0.5],
    [-1.6, 0.5],
  ],
  'double-arrow': [
    [-1.9, 0],
    [-0.8, -1.2],
    [-0.8, -0.5],
    [0.8, -0.5],
    [0.8, -1.2],
    [1.9, 0],
    [0.8, 1.2],
    [0.8, 0.5],
    [-0.8, 0.5],
    [-0.8, 1.2],
  ],
  'bow-tie': [
    [-1.5, -1.35],
    [-1.5, 1.35],
    [1.5, -1.35],
    [1.5, 1.35],
  ],
}

/** The sign inside a marker, by its number: none, then strokes that differ without colour. */
const SIGNS = [
  '',
  'M-.3,0H.3',
  'M-.75,0H.75',
  'M0,-.75V.75',
  'M-.55,-.55L.55,.55M-.55,.55L.55,-.55',
  'M-.55,.55L.55,-.55',
  'M-.55,-.55L.55,.55',
  'M-.75,0H.75M0,-.75V.75',
]

/** Draws a marker's outline around the origin; `radius` in pixels is about half its width. */
export function markerPath(shape: Shape, radius: number): string {
  const scale = radius / 1.35
  if (shape === 'circle') {
    const r = (1.2 * scale).toFixed(2)
    return `M-${r},0a${r},${r} 0 1,0 ${(2.4 * scale).toFixed(2)},0a${r},${r} 0 1,0 -${(2.4 * scale).toFixed(2)},0Z`
  }
  return `M${CORNERS[shape].map(([x, y]) => `${(x * scale).toFixed(2)},${(y * scale).toFixed(2)}`).join('L')}Z`
}

/** Draws the sign in a marker around the origin; empty if it has none. */
export function signPath(sign: number, radius: number): string {
  const path = SIGNS[sign] ?? ''
  return path.replaceAll(/-?\.?\d+/g, (number) => (Number(number) * radius * 0.8).toFixed(2))
}

function corners(count: number, radius: number, from: number): Point[] {
  return Array.from({ length: count }, (_, at) => around(radius, from + (360 * at) / count))
}

function around(radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}

function cross(turn: number): Point[] {
  const arm = 1.55
  const half = 0.5
  const right: readonly Point[] = [
    [half, -half],
    [arm, -half],
    [arm, half],
  ]
  return [0, 90, 180, 270].flatMap((quarter) => right.map((point) => turned(point, quarter + turn)))
}

function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
}
