/** When an alert fires: what a fleet in trouble and one beside it expose, a value a minute as promtool writes them. */
export interface AlertCase {
  readonly alert: string
  readonly trouble: Readonly<Record<string, string>>
  readonly well: Readonly<Record<string, string>>
  /** By which minute it fires. */
  readonly by: number
  readonly labels: Readonly<Record<string, string>>
}

const inPool = (bad: string, good: string, by: number, others: Readonly<Record<string, string>> = {}) => {
  const all = (value: string, name: string) => ({ [name]: value, ...others })
  return (name: string) => ({ trouble: all(bad, name), well: all(good, name), by, labels: { pool: 'main' } })
}
const everywhere = (name: string, bad: string, good: string, by: number) => ({
  trouble: { [name]: bad },
  well: { [name]: good },
  by,
  labels: {},
})

const POOL = 'pool="main"'

/** Nine rounds a minute within five seconds, and so many of them within one. */
const roundsWithin = (second: string) => ({
  [`fleet_round_seconds_bucket{le="1",${POOL}}`]: second,
  [`fleet_round_seconds_bucket{le="5",${POOL}}`]: '0+9x30',
  [`fleet_round_seconds_bucket{le="+Inf",${POOL}}`]: '0+9x30',
})

const trials = (blocked: string, closed: string) => ({
  [`fleet_trials{state="blocked",${POOL}}`]: blocked,
  [`fleet_trials{state="closed",${POOL}}`]: closed,
})
const slots = (count: string) => ({ [`fleet_slots{${POOL}}`]: count })

/** Each alert, most once. A fleet that is well is one step on the right side of the threshold. */
export const ALERT_CASES: readonly AlertCase[] = [
  {
    alert: 'FleetStalled',
    ...inPool('901x10', '899x10', 6, { [`fleet_pool_paused{${POOL}}`]: '0x10' })(`fleet_stalled_seconds{${POOL}}`),
  },
  { alert: 'NoReadyWorker', ...inPool('1x30', '0x30', 21, slots('0x30'))(`fleet_usable_samples{${POOL}}`) },
  { alert: 'WorkerPausedItself', ...inPool('1x10', '0x10', 6)(`fleet_workers{state="paused",${POOL}}`) },
  { alert: 'SweepNotRunning', ...everywhere('fleet_sweep_success_timestamp_seconds', '0x10', '0+60x10', 4) },
  { alert: 'CoordinatorDown', ...everywhere('fleet_database_up', '1 1 stale', '1x10', 5) },
  { alert: 'DatabaseDown', ...everywhere('fleet_database_up', '0x10', '1x10', 2) },
  { alert: 'QueueDown', ...everywhere('fleet_queue_up', '0x10', '1x10', 3) },
  { alert: 'RoundsFailing', ...inPool('0+2x30', '0+1x30', 20)(`fleet_rounds_failed_total{${POOL}}`) },
  { alert: 'EvaluationStuck', ...everywhere('fleet_evaluations{status="stuck"}', '1x10', '0x10', 6) },
  {
    alert: 'QueueUnsafe',
    ...everywhere('fleet_queue_trouble{kind="evicts"}', '1x10', '0x10', 2),
    labels: { kind: 'evicts' },
  },
  {
    alert: 'RoundsSlow',
    trouble: roundsWithin('0x30'),
    well: roundsWithin('0+9x30'),
    by: 20,
    labels: { pool: 'main' },
  },
  { alert: 'LeasesExpiring', ...inPool('0+4x40', '0+2x40', 30)(`fleet_leases_expired_total{${POOL}}`) },
  { alert: 'LateAnswersDiscarded', ...inPool('0+2x40', '0+1x40', 30)(`fleet_fenced_total{${POOL}}`) },
  {
    alert: 'SamplesGivenUp',
    ...inPool('0+2x40', '0+0x40', 30, { [`fleet_samples_total{outcome="answer",${POOL}}`]: '0+200x40' })(
      `fleet_samples_total{outcome="infra_error",${POOL}}`,
    ),
  },
  {
    alert: 'TrialsBlocked',
    trouble: trials('6x30', '994x30'),
    well: trials('5x30', '995x30'),
    by: 12,
    labels: { pool: 'main' },
  },
  { alert: 'AnswersDiffer', ...inPool('1x10', '0x10', 3)(`fleet_unlike_evaluations{${POOL}}`) },
  {
    alert: 'SlotsIdle',
    ...inPool('3x30', '4x30', 16, {
      ...slots('8x30'),
      [`fleet_worker_slots{${POOL}}`]: '8x30',
      [`fleet_usable_samples{${POOL}}`]: '17x30',
    })(`fleet_worker_in_flight{${POOL}}`),
  },
  { alert: 'PoolAtMaximum', ...inPool('17x90', '16x90', 61, slots('8x90'))(`fleet_usable_samples{${POOL}}`) },
  // A worker that restarts is none that came.
  {
    alert: 'PoolAtMaximum',
    ...inPool('8x40 4x5 8x45', '4x40 8x50', 61, { [`fleet_usable_samples{${POOL}}`]: '17x90' })(`fleet_slots{${POOL}}`),
  },
  {
    alert: 'BudgetNearlyUsed',
    ...everywhere('fleet_budget_used_ratio{team="t",budget="tokens_per_day"}', '0.91x10', '0.9x10', 6),
    labels: { team: 't', budget: 'tokens_per_day' },
  },
  {
    alert: 'ApiErrors',
    trouble: {
      'fleet_http_request_seconds_count{status="503"}': '0+3x30',
      'fleet_http_request_seconds_count{status="200"}': '0+97x30',
    },
    well: {
      'fleet_http_request_seconds_count{status="503"}': '0+2x30',
      'fleet_http_request_seconds_count{status="200"}': '0+98x30',
    },
    by: 20,
    labels: {},
  },
  {
    alert: 'EventLoopBlocked',
    ...everywhere('nodejs_eventloop_lag_p99_seconds{pod="api-1"}', '0.51x20', '0.5x20', 12),
    labels: { pod: 'api-1' },
  },
]
