import type { Patch } from './mutated-copy.js'
import type { Mutation } from './mutation.js'

const CLAIM = 'packages/db/dist/worker/claims.js'
const END = 'packages/db/dist/worker/ends.js'

const FREE_MOVES = `DROP TRIGGER call_moves_on ON call; DROP TRIGGER call_draws_one_sample ON call;
                    DROP TRIGGER attempt_ends_once ON call_ledger`

/** Lets an attempt end a call that another attempt holds by now, if this SQL condition is true of its end. */
function endsOthers(what: string): Patch[] {
  const fenced = (find: string) => ({
    file: END,
    find,
    instead: find.replace(/[hk]\.fence = [hk]\.fence/, `($& OR ${what})`),
  })
  return [
    {
      file: END,
      find: `AND (k.id, k.fence, k.claim) IN (SELECT h."callId", h.fence, h.claim FROM ends h)`,
      instead: `AND EXISTS (SELECT FROM ends h WHERE h."callId" = k.id AND ((h.fence, h.claim) = (k.fence, k.claim) OR ${what}))`,
    },
    fenced(`AND k.state = 'leased' AND k.fence = h.fence`),
    fenced(`ON h."callId" = k.id AND h.fence = k.fence`),
  ]
}

/** The guards of a call, from its claim to its end. */
export const WORKER_GUARDS: readonly Mutation[] = [
  {
    guard: 'fence check at completion',
    trial: 'pauses',
    patches: endsOthers('NOT h.again'),
    sql: FREE_MOVES,
  },
  {
    guard: 'lease check in claim',
    trial: 'duplicate deliveries',
    patches: [
      {
        file: CLAIM,
        find: `k.state = 'pending' AND (k.deliveries`,
        instead: `k.state IN ('pending', 'leased') AND (k.deliveries`,
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
        find: `k.state = 'pending' AND (k.deliveries`,
        instead: `k.state <> 'leased' AND (k.deliveries`,
      },
    ],
    sql: FREE_MOVES,
  },
  {
    guard: 'an attempt is its worker’s own, by the key of its claim',
    test: 'test/src/access/own-attempts.test.ts',
    patches: [
      {
        file: END,
        find: `AND (k.id, k.fence, k.claim) IN (SELECT h."callId", h.fence, h.claim FROM ends h)`,
        instead: `AND (k.id, k.fence) IN (SELECT h."callId", h.fence FROM ends h)`,
      },
    ],
  },
  {
    guard: 'a worker claims of its own pool',
    test: 'test/src/access/own-attempts.test.ts',
    patches: [
      { file: CLAIM, find: `JOIN call k ON k.pool = w.pool LEFT JOIN`, instead: `JOIN call k ON true LEFT JOIN` },
    ],
  },
  {
    guard: 'nothing of a paused pool is claimed',
    test: 'test/src/api/pool-pause.test.ts',
    patches: [{ file: CLAIM, find: `AND (p.paused_at IS NULL OR k.kind = 'score')`, instead: `` }],
  },
  {
    guard: 'attempts that were lost are written down',
    trial: 'kills',
    patches: [
      {
        file: 'packages/db/dist/rounds/sweep.js',
        find: `'lost', claimed_at FROM returned`,
        instead: `'lost', claimed_at FROM returned WHERE false`,
      },
    ],
  },
  {
    guard: 'ledger has the time of the claim',
    trial: 'no fault',
    patches: [{ file: END, find: `h."gpuMs", k.claimed_at`, instead: `h."gpuMs", now()` }],
  },
  {
    guard: 'finished jobs removed',
    test: 'test/src/queue/conformance.test.ts',
    patches: [
      {
        file: 'packages/queue/dist/call-queues.js',
        find: `removeOnComplete: true`,
        instead: `removeOnComplete: false`,
      },
    ],
  },
  {
    guard: 'hand-back and redraw under their own fence',
    trial: 'pauses, and calls that fail',
    patches: endsOthers('h.again'),
    sql: FREE_MOVES,
  },
  {
    guard: 'status read in claim',
    trial: 'cancel',
    patches: [
      { file: CLAIM, find: `AND (e.status = 'running' OR k.kind = 'score' OR k.evaluation_id IS NULL)`, instead: `` },
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
        file: 'packages/db/dist/worker/claims.js',
        find: `[calls, keys, leaseMs,`,
        instead: `[calls, keys, Date.now() + leaseMs,`,
      },
      {
        file: CLAIM,
        find: `lease_until = now() + _lease_ms * interval '1 ms'`,
        instead: `lease_until = to_timestamp(_lease_ms / 1000)`,
      },
    ],
  },
]
