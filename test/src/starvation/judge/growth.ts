/** What work on an input of one size took. */
interface Measured {
  readonly size: number
  readonly cpuMs: number
}

interface Bounds {
  /** What takes no longer than this at its largest is not judged by its growth. */
  readonly floorMs: number
  /** Time may grow as the size to this power. */
  readonly exponent: number
  /** What one piece of work may keep an event loop from all others. */
  readonly longestMs: number
}

export const BOUNDS: Bounds = { floorMs: 20, exponent: 1.2, longestMs: 200 }

/** Less cannot be told from nothing. */
const LEAST_MS = 0.5

interface Growth {
  readonly exponent: number
  readonly longestMs: number
}

/** Tells how time grows: the exponent of the power of the size that fits it best, by least squares of the logarithms. */
export function growthOf(measured: readonly Measured[]): Growth {
  const points = measured.map(({ size, cpuMs }) => [Math.log(size), Math.log(Math.max(cpuMs, LEAST_MS))] as const)
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const together = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return { exponent: together / spread, longestMs: Math.max(...measured.map(({ cpuMs }) => cpuMs)) }
}

/** Says what is wrong with how work grows; null if nothing is. */
export function growthFault({ exponent, longestMs }: Growth, bounds: Bounds = BOUNDS): string | null {
  if (longestMs > bounds.longestMs) return `takes ${longestMs.toFixed(0)} ms, above ${bounds.longestMs}`
  if (longestMs <= bounds.floorMs) return null
  return exponent > bounds.exponent ? `grows as n^${exponent.toFixed(2)}, above n^${bounds.exponent}` : null
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Work on an input that can be made of any size; what makes the input is not measured. */
export type Work = (size: number) => () => unknown

/** The largest size and what halving gives before it. */
const SIZES = 4
/** Runs of which the fastest counts, once a first one was not below the floor. */
const RUNS = 4
/** How often what looks at fault is measured again before it is. */
const ROUNDS = 8
/** Between them, so that what disturbed one is over before the next. */
const REST_MS = 250

/**
 * Measures how work grows up to a largest size. What seems at fault is measured again, the least of each size counting, beside work
 * known to be linear: bounds hold on the machine they were set on, and a slower one, with caches less patient, is given what it takes.
 */
export function measureGrowth(work: Work, largest: number, bounds: Bounds = BOUNDS): Growth {
  let measured = sizesUpTo(largest).map((size) => ({ size, cpuMs: leastCpuMs(work(size), 1) }))
  if (!isDoubtful(growthOf(measured), bounds)) return growthOf(measured)
  let linear = sizesUpTo(LINEAR_SIZE).map((size) => ({ size, cpuMs: leastCpuMs(readWords(size), 1) }))
  for (let round = 0; round < ROUNDS && isDoubtful(beside(measured, linear), bounds); round += 1) {
    if (round > 0) rest(REST_MS)
    linear = linear.map((each) => again(each, readWords))
    measured = measured.map((each) => again(each, work))
  }
  return beside(measured, linear)
}

function sizesUpTo(largest: number): number[] {
  return Array.from({ length: SIZES }, (_, at) => Math.max(1, Math.round(largest / 2 ** (SIZES - 1 - at))))
}

function isDoubtful(growth: Growth, bounds: Bounds): boolean {
  return growthFault(growth, bounds) !== null
}

/** In characters. */
const LINEAR_SIZE = 1_000_000
/** What reading so many words took on the machine that the bounds were set on. */
export const LINEAR_MS = 16

/** Linear, and hungry for memory as reading a response is. */
function readWords(size: number): () => unknown {
  const text = 'so x = 12.\n'.repeat(Math.ceil(size / 11))
  return () => (text.match(/[a-z]+|\d+/gu) ?? []).map((word) => word.length)
}

/** How many times as long this machine takes now as the one that the bounds were set on; 1 if it is as fast or faster. */
export function slowness(): number {
  return Math.max(1, leastCpuMs(readWords(LINEAR_SIZE), RUNS) / LINEAR_MS)
}

/** Growth as it would be where linear work takes what it took when the bounds were set, and twice that for twice the size. */
export function beside(measured: readonly Measured[], linear: readonly Measured[]): Growth {
  const growth = growthOf(measured)
  const { exponent, longestMs } = growthOf(linear)
  return {
    exponent: growth.exponent - Math.max(0, exponent - 1),
    longestMs: growth.longestMs / Math.max(1, longestMs / LINEAR_MS),
  }
}

function again({ size, cpuMs }: Measured, work: Work): Measured {
  return cpuMs <= BOUNDS.floorMs ? { size, cpuMs } : { size, cpuMs: Math.min(cpuMs, leastCpuMs(work(size), RUNS)) }
}

function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The least CPU time of some runs in milliseconds: what else a machine does makes single runs slower and never faster. */
function leastCpuMs(run: () => unknown, runs: number): number {
  let least = Infinity
  for (let at = 0; at < runs; at += 1) least = Math.min(least, cpuMs(run))
  return least
}

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export interface Row extends Growth {
  readonly input: string
  readonly shape: string
  readonly limit: number
}

/** Writes a Markdown table of inputs: the steepest growth of each that is judged, and the longest it took. */
export function growthTable(rows: readonly Row[]): string {
  const lines = [...new Set(rows.map(({ input }) => input))].map((input) => {
    const all = rows.filter((row) => row.input === input)
    const judged = all.filter(({ longestMs }) => longestMs > BOUNDS.floorMs)
    const exponent = judged.length === 0 ? '–' : `n^${Math.max(...judged.map((row) => row.exponent)).toFixed(2)}`
    const longest = all.reduce((a, b) => (b.longestMs > a.longestMs ? b : a))
    const limit = String(longest.limit)
    const shapes = String(all.length)
    const ms = longest.longestMs.toFixed(1)
    return [input, limit, shapes, exponent, `${ms} ms`, `\`${longest.shape}\``]
  })
  const heads = ['input', 'limit', 'shapes', 'steepest', 'longest', 'by']
  return [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
