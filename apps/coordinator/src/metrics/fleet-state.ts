import { type DataSource, type FleetTotals, selectFleetTotals } from '@cges-fleet/db'
import { type CallQueues, type RoundQueue, within } from '@cges-fleet/queue'
import { Gauge, type ProcessRegistry } from '@cges-fleet/telemetry'

export interface FleetSources {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly calls: CallQueues
}

interface QueueStates {
  readonly jobs: readonly Awaited<ReturnType<RoundQueue['jobCounts']>>[]
}

/**
 * How long a scrape waits for each store: the database adds up, the queue only counts. Prometheus waits 10 s by
 * default, and a scrape that it gives up on would make an outage of a store look like one of the coordinator.
 */
const DATABASE_MS = 5000
const QUEUE_MS = 1000

/**
 * The fleet's state as gauges, selected when Prometheus scrapes. Every coordinator reports the same figures, so queries
 * take their maximum. An unavailable store is a figure too: it never fails the scrape, and its gauges are left out.
 */
export class FleetState {
  readonly #gauges: FleetGauges
  #pools: readonly string[] = []

  constructor(
    registry: ProcessRegistry,
    private readonly sources: FleetSources,
  ) {
    this.#gauges = fleetGauges(registry)
  }

  /** Sets the gauges, and gives the pools there are. */
  async read(): Promise<readonly string[]> {
    const totals = await within(DATABASE_MS, selectFleetTotals(this.sources.db)).catch(() => null)
    if (totals !== null) this.#pools = totals.pools.map(({ pool }) => pool)
    const queues = await within(QUEUE_MS, this.#readQueues()).catch(() => null)
    // Only now, and at once: another scrape may be under way.
    for (const gauge of Object.values(this.#gauges)) gauge.reset()
    this.#gauges.databaseUp.set(Number(totals !== null))
    this.#gauges.queueUp.set(Number(queues !== null))
    if (totals !== null) setTotals(this.#gauges, totals)
    if (queues !== null) setQueues(this.#gauges, queues)
    return this.#pools
  }

  async #readQueues(): Promise<QueueStates> {
    const { rounds, calls } = this.sources
    return { jobs: await Promise.all([rounds.jobCounts(), ...this.#pools.map((pool) => calls.jobCounts(pool))]) }
  }
}

function setQueues(gauges: FleetGauges, { jobs }: QueueStates): void {
  for (const { queue, counts } of jobs) {
    for (const [state, count] of Object.entries(counts)) gauges.jobs.set({ queue, state }, count)
  }
}

function setTotals(gauges: FleetGauges, totals: FleetTotals): void {
  if (totals.connections !== null) {
    gauges.connections.set({ state: 'open' }, totals.connections.taken)
    gauges.connections.set({ state: 'most' }, totals.connections.most)
  }
  for (const { status, count } of totals.evaluations) gauges.evaluations.set({ status }, count)
  for (const { count, ...labels } of totals.trials) gauges.trials.set({ ...labels }, count)
  for (const { pool, ...load } of totals.pools) {
    gauges.outstanding.set({ pool, state: 'waiting' }, load.waiting)
    gauges.outstanding.set({ pool, state: 'active' }, load.active)
    gauges.outstanding.set({ pool, state: 'backlog' }, load.backlog)
    gauges.usable.set({ pool }, load.usable)
    gauges.paused.set({ pool }, Number(load.paused))
    gauges.workers.set({ pool, state: 'ready' }, load.readyWorkers)
    gauges.workers.set({ pool, state: 'paused' }, load.pausedWorkers)
    gauges.slots.set({ pool }, load.slots)
    gauges.stalled.set({ pool }, load.stalledSeconds)
    gauges.unlike.set({ pool }, load.unlike)
  }
  for (const { team, name, budget, usedRatio } of totals.budgets)
    gauges.budget.set({ team, team_name: name, budget }, usedRatio)
  for (const { pool, method, provenance, ...sums } of totals.methods) {
    const labels = { pool, method, provenance }
    gauges.resolved.set(labels, sums.resolved / Math.max(1, sums.trials))
    if (sums.callsAllowed > 0) gauges.saved.set(labels, 1 - sums.callsCharged / sums.callsAllowed)
    const done = sums.finalCorrect / sums.finalResolved
    const running = sums.runningCorrect / sums.runningResolved
    if (sums.finalResolved > 0) gauges.accuracy.set({ ...labels, state: 'done' }, done)
    if (sums.runningResolved > 0) gauges.accuracy.set({ ...labels, state: 'running' }, running)
  }
}

function maker(registry: ProcessRegistry) {
  return <Label extends string>(name: string, labelNames: Label[], help: string) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
}

type GaugeMaker = ReturnType<typeof maker>

function resultGauges(gauge: GaugeMaker) {
  return {
    evaluations: gauge('fleet_evaluations', ['status'], 'Evaluations that run or ended within a day.'),
    trials: gauge(
      'fleet_trials',
      ['pool', 'provenance', 'state'],
      'Trials of evaluations that run or ended within a day.',
    ),
    resolved: gauge(
      'fleet_resolved_ratio',
      ['pool', 'method', 'provenance'],
      'Trials with a verdict, of all, in evaluations that run or ended within a day.',
    ),
    saved: gauge(
      'fleet_calls_saved_ratio',
      ['pool', 'method', 'provenance'],
      '1 - calls / budget over the trials with a verdict, in evaluations that run or ended within a day.',
    ),
    accuracy: gauge(
      'fleet_accuracy_ratio',
      ['pool', 'method', 'provenance', 'state'],
      'Correct verdicts, of all: in evaluations done within a day, and in running ones on the trials that closed in order, which easy questions do not flatter.',
    ),
  }
}

function storeGauges(gauge: GaugeMaker) {
  return {
    databaseUp: gauge('fleet_database_up', [], '1 while the database answers.'),
    connections: gauge(
      'fleet_database_connections',
      ['state'],
      'Connections to the database server: open, of all its databases, and the most it allows to others than superusers.',
    ),
    queueUp: gauge('fleet_queue_up', [], '1 while the queue answers.'),
  }
}

/** Creates the gauges of the fleet's state, all set anew at every scrape. */
function fleetGauges(registry: ProcessRegistry) {
  const gauge = maker(registry)
  return {
    ...storeGauges(gauge),
    outstanding: gauge(
      'fleet_outstanding_samples',
      ['pool', 'state'],
      'What there is to draw if nothing limits it, in samples: waiting, active, and the backlog that open trials will ask for.',
    ),
    usable: gauge(
      'fleet_usable_samples',
      ['pool'],
      'Samples that caps and team limits allow to be drawn at once: what an autoscaler scales by. While the pool is paused, the samples still being drawn.',
    ),
    paused: gauge('fleet_pool_paused', ['pool'], '1 while an operator has paused the pool.'),
    workers: gauge('fleet_workers', ['pool', 'state'], 'Workers heard of lately; paused ones stopped by themselves.'),
    slots: gauge('fleet_slots', ['pool'], 'Samples the ready workers of a pool draw at once.'),
    stalled: gauge(
      'fleet_stalled_seconds',
      ['pool'],
      'Longest time that a running evaluation has gone without a sample being read.',
    ),
    unlike: gauge(
      'fleet_unlike_evaluations',
      ['pool'],
      'Running evaluations whose answers differ by worker or over the run, so that no live estimate is given.',
    ),
    budget: gauge(
      'fleet_budget_used_ratio',
      ['team', 'team_name', 'budget'],
      'What a team has used of its tokens a day (with what its next call reserves), GPU seconds a month and bytes stored, where it has such a limit; above 1 it is stopped.',
    ),
    jobs: gauge('bullmq_job_count', ['queue', 'state'], 'Jobs in a queue by state.'),
    ...resultGauges(gauge),
  }
}

type FleetGauges = ReturnType<typeof fleetGauges>
