import { leastCpuMs } from './cpu-time.js'
import { BOUNDS, type Bounds, type Growth, growthFault, growthOf, type Measured } from './growth.js'

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

/** Measures how work grows up to a largest size; what seems at fault is measured again, the least of each size counting. */
export function measureGrowth(work: Work, largest: number, bounds: Bounds = BOUNDS): Growth {
  const sizes = Array.from({ length: SIZES }, (_, at) => Math.max(1, Math.round(largest / 2 ** (SIZES - 1 - at))))
  let measured = sizes.map((size) => ({ size, cpuMs: leastCpuMs(work(size), 1) }))
  for (let round = 0; round < ROUNDS && isDoubtful(measured, bounds); round += 1) {
    if (round > 0) rest(REST_MS)
    measured = measured.map((each) => again(each, work))
  }
  return growthOf(measured)
}

function isDoubtful(measured: readonly Measured[], bounds: Bounds): boolean {
  return growthFault(growthOf(measured), bounds) !== null
}

function again({ size, cpuMs }: Measured, work: Work): Measured {
  return cpuMs <= BOUNDS.floorMs ? { size, cpuMs } : { size, cpuMs: Math.min(cpuMs, leastCpuMs(work(size), RUNS)) }
}

function rest(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
