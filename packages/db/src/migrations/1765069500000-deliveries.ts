import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Who is told that an evaluation has ended: the webhooks that whoever runs the fleet allows, and what is to be delivered to
 * them, written with the end itself, so that neither is ever without the other.
 */
export class Deliveries1765069500000 implements MigrationInterface {
  name = 'Deliveries1765069500000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const STATEMENTS = `
CREATE TABLE webhook (
  name text PRIMARY KEY,
  host text NOT NULL,
  teams text[]
);

CREATE TABLE delivery (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  sequence integer NOT NULL,
  webhook text NOT NULL,
  body jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'given_up')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  error text CHECK (char_length(error) <= 300),
  made_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  UNIQUE (evaluation_id, sequence),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id),
  FOREIGN KEY (evaluation_id, sequence) REFERENCES evaluation_event (evaluation_id, sequence),
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX delivery_due ON delivery (due_at) WHERE state = 'waiting';
`
