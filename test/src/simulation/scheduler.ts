import type { SeededRandom } from '@cges-fleet/methods'

/**
 * A piece of work: between two of its steps anything else may happen. It yields how long it waits, in milliseconds;
 * below 0 if it found nothing to do, which counts as no step.
 */
export type Steps = AsyncGenerator<number, void> | Generator<number, void>

/** Something that can be killed, stopped and started again, with all it is doing. */
export interface Process {
  readonly name: string
  readonly start: () => readonly Steps[]
  /** What is not of the fleet is never killed or stopped. */
  readonly isOfFleet: boolean
  isAlive: boolean
  /** Raised by each start: what an earlier life had begun goes no further. */
  life: number
  frozenUntil: number
  /** How far its clock is ahead of the database's. */
  readonly skewMs: number
}

interface Event {
  readonly at: number
  readonly order: number
  readonly process: Process
  readonly life: number
  readonly steps: Steps
}

/** Runs steps of many processes in one order drawn from a seed, on a clock of its own. */
export class Scheduler {
  now = 0
  steps = 0
  readonly #heap: Event[] = []

  constructor(private readonly random: SeededRandom) {}

  start(process: Process): void {
    process.isAlive = true
    process.life += 1
    for (const steps of process.start()) this.#push(this.now, process, steps)
  }

  /** Starts a process after a while. */
  startIn(delayMs: number, process: Process): void {
    const start = () => this.start(process)
    const starter = { ...process, start: () => [], life: 0, frozenUntil: 0, isAlive: true, isOfFleet: false }
    this.#push(this.now + delayMs, starter, onceStarted(start))
  }

  kill(process: Process): void {
    process.isAlive = false
    process.life += 1
  }

  /** Takes the next step, after `before` was called with the process that takes it; false if there is none left. */
  async next(before: (process: Process) => void): Promise<boolean> {
    const event = this.#pop()
    if (event === undefined) return false
    const { process, life, steps } = event
    if (!process.isAlive || process.life !== life) return true
    this.now = Math.max(this.now, event.at)
    if (this.#isPutOff(event)) return true
    before(process)
    if (process.life !== life || this.#isPutOff(event)) return true
    const given = steps.next()
    const { done, value } = given instanceof Promise ? await given : given
    if (done === true || value >= 0) this.steps += 1
    if (done !== true) this.#push(this.now + Math.abs(value), process, steps)
    return true
  }

  /** Puts a frozen process's step off until it goes on. */
  #isPutOff({ process, steps }: Event): boolean {
    const isFrozen = process.frozenUntil > this.now
    if (isFrozen) this.#push(process.frozenUntil, process, steps)
    return isFrozen
  }

  #push(at: number, process: Process, steps: Steps): void {
    const heap = this.#heap
    const event = { at, order: this.random.next(), process, life: process.life, steps }
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(event, heap[parent] as Event)) break
      heap[place] = heap[parent] as Event
      place = parent
    }
    heap[place] = event
  }

  #pop(): Event | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child += 1
      if (!isBefore(heap[child] as Event, last)) break
      heap[place] = heap[child] as Event
      place = child
    }
    heap[place] = last
    return first
  }
}

function* onceStarted(start: () => void): Generator<number, void> {
  start()
  yield 0
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order)
}
