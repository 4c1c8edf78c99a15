import { setTimeout as sleep } from 'node:timers/promises'
import type { EventLog } from '../event-log.js'
import type { ChaosFleet } from '../fleet/chaos-fleet.js'
import type { Member, Role } from '../fleet/member.js'
import type { Patience } from '../patience/patience.js'
import type { ChaosStores } from '../stores/chaos-stores.js'
import type { Fault } from './schedule.js'

export interface NemesisParts {
  readonly fleet: ChaosFleet
  readonly stores: ChaosStores
  readonly log: EventLog
  readonly patience: Patience
  /** The least time between faults, in ms. */
  readonly gapMs: number
  /** Kills and pauses stop after this long, even if more are scheduled. */
  readonly injectMs: number
}

/** How many processes may be frozen at once. */
const FROZEN = 3
/** Workers that must be up before another is hurt: otherwise nothing would be in flight to lose. */
const UP = 2
const VICTIM_MS = 180_000
/** A kill hits a frozen process if its random number is below this. */
const FROZEN_KILLED = 0.05

/** Injects the faults of a schedule, one after another, and counts them. */
export class Nemesis {
  readonly done: Partial<Record<Fault['kind'], number>> = {}
  readonly killed: Partial<Record<Role, number>> = {}
  /** When Redis was reachable again after it was killed. */
  readonly redisBackAt: Date[] = []
  lastFaultAt = performance.now()
  /** Faults that last: pauses, outages. */
  readonly #lasting = new Set<Promise<void>>()
  #outage: Promise<void> | undefined
  /** What went wrong with one of the lasting faults. */
  #trouble: unknown

  constructor(private readonly parts: NemesisParts) {}

  async run(faults: readonly Fault[], progress: () => void): Promise<void> {
    const end = performance.now() + this.parts.injectMs
    for (const fault of faults) {
      if (this.parts.patience.ended) return
      if (performance.now() > end && (fault.kind === 'kill' || fault.kind === 'pause')) continue
      await this.#inject(fault)
      this.#fail()
      this.lastFaultAt = performance.now()
      progress()
      await sleep(this.parts.gapMs * (0.3 + 1.4 * Math.random()))
    }
    while (this.#lasting.size > 0) await Promise.all(this.#lasting)
    this.#fail()
    this.lastFaultAt = performance.now()
  }

  async #inject(fault: Fault): Promise<void> {
    const { stores, log } = this.parts
    const count = () => {
      this.done[fault.kind] = (this.done[fault.kind] ?? 0) + 1
      log.add(JSON.stringify(fault))
    }
    switch (fault.kind) {
      case 'kill':
        await this.#kill(fault.role, fault.pick)
        return count()
      case 'pause':
        await this.#pause(fault.role, fault.pick, fault.forMs)
        return count()
      case 'terminate':
        ;(await this.#victim('worker', fault.pick)).signal('SIGTERM')
        return count()
      case 'flush':
        await this.#outageOver()
        await stores.emptyQueue()
        return count()
      case 'redeliver':
        await this.#outageOver()
        await stores.redeliver(fault.jobs)
        return count()
      case 'reset':
        stores.proxyOf(fault.store)?.reset()
        return count()
      case 'commit-lost':
        stores.proxyOf('postgres')?.cutAfter(fault.statement, fault.times)
        return count()
      case 'latency':
        count()
        return this.#last(async () => {
          stores.proxyOf(fault.store)?.delay(fault.ms)
          await sleep(fault.forMs)
          stores.proxyOf(fault.store)?.delay(0)
        })
      case 'partition':
      case 'redis-kill':
      case 'postgres-crash':
        await this.#outageOver()
        count()
        this.#outage = this.#lasts(() => this.#breakStore(fault))
    }
  }

  async #breakStore(fault: Extract<Fault, { kind: 'partition' | 'redis-kill' | 'postgres-crash' }>): Promise<void> {
    const { stores, log } = this.parts
    switch (fault.kind) {
      case 'partition': {
        const proxy = stores.proxyOf(fault.store)
        proxy?.partition()
        await sleep(fault.forMs)
        proxy?.heal(fault.heal)
        log.add(`${fault.store} can be reached again`)
        return
      }
      case 'redis-kill':
        await stores.redis?.kill()
        await sleep(fault.downMs)
        await stores.redis?.restart(fault.keeps)
        this.redisBackAt.push(new Date())
        log.add('redis is back')
        return
      case 'postgres-crash':
        stores.postgres.crash(fault.signal)
        await sleep(fault.downMs)
        await stores.postgres.restart()
        log.add('postgres is back')
    }
  }

  async #kill(role: Role, pick: number): Promise<void> {
    const frozen = this.parts.fleet.of(role).filter(({ paused }) => paused)
    const victim = (pick < FROZEN_KILLED ? frozen[0] : undefined) ?? (await this.#victim(role, pick))
    victim.signal('SIGKILL')
    this.parts.log.add(`kills ${victim.name}`)
    this.killed[role] = (this.killed[role] ?? 0) + 1
  }

  async #pause(role: Role, pick: number, forMs: number): Promise<void> {
    const { fleet, patience } = this.parts
    await patience.until(() => fleet.members.filter(({ paused }) => paused).length < FROZEN, {
      withinMs: VICTIM_MS,
      why: () => 'no frozen process went on',
    })
    const victim = await this.#victim(role, pick)
    const life = victim.starts
    victim.signal('SIGSTOP')
    this.parts.log.add(`freezes ${victim.name} for ${forMs} ms`)
    this.#last(async () => {
      await sleep(forMs)
      if (victim.starts === life) victim.signal('SIGCONT')
    })
  }

  /** Waits until enough of the fleet is up for the fault to hurt. */
  async #victim(role: Role, pick: number): Promise<Member> {
    const { fleet, patience } = this.parts
    return patience.until(
      () => {
        const ready = fleet.of(role).filter((member) => member.ready)
        const victim = ready[Math.floor(pick * ready.length)]
        return victim !== undefined && (role !== 'worker' || ready.length >= UP) ? victim : false
      },
      { withinMs: VICTIM_MS, why: () => `no ${role} came up to be hurt` },
    )
  }

  /** Only one store is down at a time. */
  async #outageOver(): Promise<void> {
    await this.#outage
  }

  #last(work: () => Promise<void>): void {
    void this.#lasts(work)
  }

  #lasts(work: () => Promise<void>): Promise<void> {
    const lasting = work()
      .catch((error: unknown) => {
        this.#trouble ??= error
      })
      .finally(() => this.#lasting.delete(lasting))
    this.#lasting.add(lasting)
    return lasting
  }

  #fail(): void {
    if (this.#trouble !== undefined) throw this.#trouble
  }
}
