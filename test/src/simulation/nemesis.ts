import { seededRandom, type SeededRandom } from '@cges-fleet/methods'
import type { Process, Scheduler } from './scheduler.js'
import { QUEUE_PARTS, type QueuePart } from './model-queue.js'
import type { World } from './world.js'

/** Something that goes wrong just before a step. */
export type Fault =
  | { readonly kind: 'kill'; readonly downMs: number }
  | { readonly kind: 'freeze'; readonly forMs: number }
  | { readonly kind: 'lose'; readonly queue: 'calls' | 'rounds'; readonly part: QueuePart; readonly pick: number }
  | { readonly kind: 'lose a delivery'; readonly queue: 'calls' | 'rounds'; readonly pick: number }
  | { readonly kind: 'repeat a delivery'; readonly queue: 'calls' | 'rounds'; readonly pick: number }
  | { readonly kind: 'clock'; readonly byMs: number }

/** Faults by the number of the step they come before. */
export type Script = ReadonlyMap<number, Fault>

/** Draws faults, or takes them from a script: the same script gives the same run, and a part of one a smaller run. */
export class Nemesis {
  readonly made = new Map<number, Fault>()
  readonly #random: SeededRandom
  #steps = 0

  constructor(
    private readonly world: World,
    private readonly scheduler: Scheduler,
    private readonly wanted: { readonly rate: number; readonly untilStep: number } | Script,
  ) {
    this.#random = seededRandom(`${world.scenario.seed} faults`)
  }

  before(process: Process): void {
    const step = this.#steps++
    const fault = 'rate' in this.wanted ? this.#draw(this.wanted, step) : this.wanted.get(step)
    const isOfProcess = fault?.kind === 'kill' || fault?.kind === 'freeze'
    if (fault === undefined || (isOfProcess && !process.isOfFleet)) return
    this.made.set(step, fault)
    this.#make(fault, process)
  }

  #draw({ rate, untilStep }: { rate: number; untilStep: number }, step: number): Fault | undefined {
    const random = this.#random
    if (random.next() >= rate || step >= untilStep) return undefined
    const queue = random.pick<'calls' | 'rounds'>(['calls', 'rounds'])
    const pick = random.int(0, 999)
    const roll = random.next()
    if (roll < 0.3) return { kind: 'kill', downMs: random.int(0, 5000) }
    if (roll < 0.5) return { kind: 'freeze', forMs: random.int(10, 90_000) }
    if (roll < 0.65) return { kind: 'lose', queue, part: random.pick(QUEUE_PARTS), pick }
    if (roll < 0.8) return { kind: 'lose a delivery', queue, pick }
    if (roll < 0.95) return { kind: 'repeat a delivery', queue, pick }
    return { kind: 'clock', byMs: random.int(-60_000, 60_000) }
  }

  #make(fault: Fault, process: Process): void {
    const { world, scheduler } = this
    switch (fault.kind) {
      case 'kill':
        scheduler.kill(process)
        world.unlockAllOf(process)
        scheduler.startIn(fault.downMs, process)
        return
      case 'freeze':
        process.frozenUntil = scheduler.now + fault.forMs
        return
      case 'lose':
        world[fault.queue].lose(fault.part, fault.pick)
        return
      case 'lose a delivery': {
        const { waiting } = world[fault.queue]
        const id = waiting[fault.pick % Math.max(1, waiting.length)]
        if (id !== undefined) world[fault.queue].remove(id)
        return
      }
      case 'repeat a delivery':
        world[fault.queue].repeat(fault.pick % Math.max(1, world[fault.queue].active.length))
        return
      case 'clock':
        world.clockAheadMs += fault.byMs
    }
  }
}
