import type { ProcessRegistry } from '@cges-fleet/telemetry'
import { Gauge } from 'prom-client'

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

/** Creates the gauges of the fleet's state, all set anew at every scrape. */
export function fleetGauges(registry: ProcessRegistry) {
  const gauge = maker(registry)
  return {
    databaseUp: gauge('fleet_database_up', [], '1 while the database answers.'),
    queueUp: gauge('fleet_queue_up', [], '1 while the queue answers.'),
    outstanding: gauge(
      'fleet_outstanding_samples',
      ['pool', 'state'],
      'What there is to draw if nothing limits it, in samples: waiting, active, and the backlog that open trials will ask for.',
    ),
    usable: gauge(
      'fleet_usable_samples',
      ['pool'],
      'Samples that caps and team limits allow to be drawn at once: what an autoscaler scales by.',
    ),
    paused: gauge('fleet_pool_paused', ['pool'], '1 while people have paused a pool.'),
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
      ['team', 'budget'],
      'What a team has used of its tokens a day (with what its next call reserves), GPU seconds a month and bytes stored, where it has such a limit; above 1 it is stopped.',
    ),
    jobs: gauge('bullmq_job_count', ['queue', 'state'], 'Jobs in a queue by state.'),
    ...resultGauges(gauge),
  }
}

export type FleetGauges = ReturnType<typeof fleetGauges>
