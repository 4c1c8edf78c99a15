import { EventEmitter, once } from 'node:events'
import { type DataSource, transaction } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  handBack,
  plannedSample,
  redraw,
  type SampleRef,
  selectOne,
  sibling,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const lock = (ref: SampleRef) => `SELECT 1 FROM call WHERE id = '${ref.callId}' FOR UPDATE`

/** Two transactions that take two rows in opposite orders, each the first time before it asks for its second. */
async function crossed(db: DataSource, refs: readonly [SampleRef, SampleRef]): Promise<number> {
  const held = new EventEmitter()
  const bothHold = once(held, 'both')
  let tries = 0
  let holding = 0
  const work = (first: SampleRef, second: SampleRef) =>
    transaction(db, async (tx) => {
      tries++
      await tx.query(`SET LOCAL deadlock_timeout = '50ms'`)
      await tx.query(lock(first))
      if (++holding === 2) held.emit('both')
      await bothHold
      await tx.query(lock(second))
    })
  await Promise.all([work(...refs), work(refs[1], refs[0])])
  return tries
}

it('does a deadlocked transaction again, and both end', async () => {
  const db = database()
  const ref = await plannedSample(db)
  expect(await crossed(db, [ref, await sibling(db, ref, 1)])).toBe(3)
})

it('does a statement again that lost a deadlock, with its effect once', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const sample = await claim(db, ref)
  // The first statement of every writer is made to lose, as a victim of a deadlock does.
  await db.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER lose BEFORE UPDATE ON call FOR EACH ROW EXECUTE FUNCTION lose();`)
  expect(await redraw(db, sample, { reason: 'reset', unclear: true, backOffMs: 0 })).toBe(true)
  expect(await selectOne(db, 'SELECT unclear_faults AS n FROM call WHERE fence = 1')).toEqual({ n: 1 })
  expect(await selectOne(db, `SELECT last_value::int AS n FROM tries`)).toEqual({ n: 3 })
})

it('gives up after five tries', async () => {
  const db = database()
  const sample = await claim(db, await plannedSample(db))
  await db.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM nextval('tries');
      RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001';
    END $$;
    CREATE TRIGGER lose BEFORE UPDATE ON call FOR EACH ROW EXECUTE FUNCTION lose();`)
  await expect(handBack(db, sample, 'draining')).rejects.toThrow('could not serialize access')
  expect(await selectOne(db, `SELECT last_value::int AS n FROM tries`)).toEqual({ n: 5 })
})
