import type { Mutation } from './mutation.js'

const CLAIM = 'packages/db/dist/functions/claim-sample.js'
const COMPLETE = 'packages/db/dist/functions/complete-sample.js'
const RELEASE = 'packages/db/dist/functions/release-sample.js'

const FREE_MOVES = `DROP TRIGGER sample_moves_on ON sample; DROP TRIGGER call_ends_once ON call_ledger;
                    DROP TRIGGER sample_is_final ON sample`

/** What guards a sample from its claim to its landing. */
export const WORKER_GUARDS: readonly Mutation[] = [
  {
    guard: 'fence check at completion',
    trial: 'pauses',
    patches: [{ file: COMPLETE, find: `s.state = 'leased' AND s.fence = _fence`, instead: `s.state = 'leased'` }],
    sql: FREE_MOVES,
  },
  {
    guard: 'lease check in claim',
    trial: 'duplicate deliveries',
    patches: [
      {
        file: CLAIM,
        find: `s.state = 'pending' AND s.deliveries < _max_deliveries`,
        instead: `s.state IN ('pending', 'leased') AND s.deliveries < _max_deliveries`,
      },
    ],
    sql: FREE_MOVES,
  },
  {
    guard: 'state check in claim',
    trial: 'duplicate deliveries',
    patches: [
      {
        file: CLAIM,
        find: `s.state = 'pending' AND s.deliveries < _max_deliveries`,
        instead: `s.state <> 'leased' AND s.deliveries < _max_deliveries`,
      },
      { file: CLAIM, find: `SET state = 'leased', fence`, instead: `SET state = 'leased', outcome = NULL, fence` },
    ],
    sql: FREE_MOVES,
  },
  {
    guard: 'ledger before call',
    trial: 'kills',
    patches: [
      { file: CLAIM, find: `'started', _claim FROM claimed`, instead: `'started', _claim FROM claimed WHERE false` },
      {
        file: COMPLETE,
        find: `RETURN QUERY\n`,
        instead: `INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state)
SELECT trial_id, index, 'draw', _fence, team_id, evaluation_id, evaluation_id, 'started' FROM sample
WHERE trial_id = _trial AND index = _index ON CONFLICT DO NOTHING;
RETURN QUERY\n`,
      },
    ],
  },
  {
    guard: 'finished jobs removed',
    trial: 'worker that fails before its claim',
    patches: [
      {
        file: 'packages/queue/dist/sample-queues.js',
        find: `removeOnComplete: true, removeOnFail: true`,
        instead: `removeOnComplete: false, removeOnFail: false`,
      },
    ],
  },
  {
    guard: 'hand-back and redraw under their own fence',
    trial: 'pauses, and calls that fail',
    patches: [
      {
        file: RELEASE,
        find: `AND state = 'leased' AND fence = _fence RETURNING 1`,
        instead: `AND state = 'leased' RETURNING 1`,
      },
    ],
    sql: FREE_MOVES,
  },
  {
    guard: 'status read in claim',
    trial: 'cancel',
    patches: [
      {
        file: CLAIM,
        find: `AND s.deliveries < _max_deliveries
    AND e.status = 'running'`,
        instead: `AND s.deliveries < _max_deliveries`,
      },
    ],
  },
  {
    guard: 'terminal outcomes never drawn again',
    trial: 'no fault',
    patches: [
      {
        file: 'apps/worker/dist/samples/draw-claimed.js',
        find: `case 'finished':`,
        instead: `case 'finished':
            if (drawn.finish === 'length' && sample.fence === 1)
                return { kind: 'redraw', reason: 'length', unclear: false };`,
      },
    ],
  },
  {
    guard: 'clock of the database for leases',
    trial: 'clocks of the processes an hour apart',
    patches: [
      {
        file: 'packages/db/dist/store/samples/claim-sample.js',
        find: `terms.leaseMs,`,
        instead: `Date.now() + terms.leaseMs,`,
      },
      {
        file: CLAIM,
        find: `lease_until = now() + _lease_ms * interval '1 ms'`,
        instead: `lease_until = to_timestamp(_lease_ms / 1000)`,
      },
    ],
  },
]
