import type { Mutation } from './mutation.js'

const TAKE = 'packages/db/dist/rounds/landed.js'
const SWEEP = 'apps/coordinator/dist/sweep.js'
const ROUND = 'apps/coordinator/dist/rounds/run-round.js'

/** The guards of rounds, and of the sweep under them. */
export const ROUND_GUARDS: readonly Mutation[] = [
  {
    guard: "read-marking in the round's own transaction",
    trial: 'coordinator killed inside a round',
    patches: [
      {
        file: TAKE,
        find: `const rows = await query(tx, TAKE, [`,
        instead: `const marked = await query(tx.connection, \`UPDATE sample SET state = 'read' WHERE (trial_id, index) IN (
      SELECT trial_id, index FROM sample WHERE evaluation_id = $1 AND state = 'landed' LIMIT $2)
      RETURNING trial_id, index\`, [evaluation.id, SAMPLES_PER_ROUND]);
    const rows = await query(tx, TAKE, [`,
      },
      {
        file: TAKE,
        find: `evaluation.callsPerSample > 1,`,
        instead: `evaluation.callsPerSample > 1, JSON.stringify(marked),`,
      },
      {
        file: TAKE,
        find: `SELECT trial_id, index FROM sample
  WHERE evaluation_id = $1 AND state = 'landed' AND ($3::timestamptz IS NULL OR landed_at <= $3) LIMIT $2\n), read AS (`,
        instead: `SELECT * FROM jsonb_to_recordset($5::jsonb) AS m(trial_id uuid, index int)
  WHERE $3::timestamptz IS NULL LIMIT $2\n), read AS (`,
      },
      {
        file: TAKE,
        find: `UPDATE sample s SET state = 'read' FROM landed l
  WHERE s.trial_id = l.trial_id AND s.index = l.index AND s.state <> 'read'
  RETURNING s.trial_id`,
        instead: `SELECT s.trial_id`,
      },
      {
        file: TAKE,
        find: `AS prompts\n), called AS (`,
        instead: `AS prompts FROM sample s JOIN landed l ON s.trial_id = l.trial_id AND s.index = l.index\n), called AS (`,
      },
    ],
  },
  {
    guard: 'read-marking by id',
    trial: 'no fault',
    patches: [
      {
        file: TAKE,
        find: `const taken = rows.reduce`,
        instead: `await tx.query('SELECT pg_sleep(0.02)');
    await tx.query(\`UPDATE sample SET state = 'read' WHERE evaluation_id = $1 AND state = 'landed'\`, [evaluation.id]);
    const taken = rows.reduce`,
      },
    ],
  },
  {
    guard: 'totals counted in the transaction that reads',
    trial: 'round that fails before its commit',
    patches: [
      { file: TAKE, find: `e.samples_drawn + c.drawn`, instead: `e.samples_drawn + 0 * c.drawn` },
      {
        file: TAKE,
        find: `const { calls, tokens, promptTokens, work, gpuMs, bytes } =`,
        instead: `void tx.connection.query('UPDATE evaluation SET samples_drawn = samples_drawn + $2 WHERE id = $1', [evaluation.id, taken]);
    const { calls, tokens, promptTokens, work, gpuMs, bytes } =`,
      },
    ],
  },
  {
    guard: 'sweep asks for rounds',
    trial: 'API killed before it asks for a round',
    patches: [{ file: SWEEP, find: `await evaluationsNeedingRound(db)`, instead: `[]` }],
  },
  {
    guard: 'sweep queues pending calls again',
    trial: 'FLUSHALL',
    patches: [{ file: SWEEP, find: `await this.#repair.repair()`, instead: `[]` }],
  },
  {
    guard: 'sweep returns expired leases',
    trial: 'kills',
    patches: [{ file: SWEEP, find: `await returnExpiredLeases(db)`, instead: `[]` }],
  },
  {
    guard: 'contiguous prefix',
    trial: 'no fault',
    patches: [
      {
        file: 'apps/coordinator/dist/rounds/decide-trial.js',
        find: `if (sample.index !== votes.length)`,
        instead: `if (false)`,
      },
    ],
  },
  {
    guard: 'status read in the round',
    trial: 'cancel',
    patches: [{ file: ROUND, find: `if (locked.status !== 'running')`, instead: `if (false)` }],
  },
  {
    guard: 'rounds that fail make an evaluation stuck',
    test: 'test/src/rounds/stuck.test.ts',
    patches: [
      {
        file: 'packages/db/dist/rounds/evaluation-lock.js',
        find: `failures < STUCK_AFTER ||`,
        instead: `failures < Infinity ||`,
      },
    ],
  },
  {
    guard: 'a stuck evaluation is tried again',
    test: 'test/src/rounds/stuck.test.ts',
    patches: [
      {
        file: 'packages/db/dist/rounds/sweep.js',
        find: `SELECT id FROM evaluation WHERE status = 'stuck'`,
        instead: `SELECT id FROM evaluation WHERE false`,
      },
    ],
  },
  {
    guard: 'row lock in rounds',
    test: 'test/src/rounds/row-lock.test.ts',
    patches: [{ file: 'packages/db/dist/rounds/evaluation-lock.js', find: `FOR NO KEY UPDATE OF e`, instead: `` }],
  },
  {
    guard: 'verdicts are written once',
    test: 'test/src/store/immutable.test.ts',
    patches: [
      {
        file: 'packages/db/dist/schema/triggers.js',
        find: `CREATE TRIGGER verdict_is_final BEFORE UPDATE ON verdict FOR EACH ROW EXECUTE FUNCTION refuse_change();`,
        instead: ``,
      },
    ],
  },
]
