/** A method's standing on a trial while it is open, its verdict (written once, for ever), and the running totals. */
export const RESULT_TABLES = `
CREATE TABLE standing (
  trial_id uuid NOT NULL,
  method_key text NOT NULL,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  read_up_to integer NOT NULL,
  leader text,
  score double precision,
  blocked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (trial_id, method_key),
  FOREIGN KEY (team_id, trial_id) REFERENCES trial (team_id, id)
);
CREATE INDEX standing_of_evaluation ON standing (evaluation_id);

CREATE TABLE verdict (
  trial_id uuid NOT NULL,
  method_key text NOT NULL,
  grading_version integer NOT NULL,
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  calls integer NOT NULL CHECK (calls > 0),
  answer_key text,
  score double precision,
  reason text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (trial_id, method_key, grading_version),
  FOREIGN KEY (team_id, trial_id) REFERENCES trial (team_id, id)
);
CREATE INDEX verdict_of_evaluation ON verdict (evaluation_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is written once and never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER verdict_is_final BEFORE UPDATE OR DELETE ON verdict FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER verdict_stays BEFORE TRUNCATE ON verdict FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE method_calls (
  team_id uuid NOT NULL,
  evaluation_id uuid NOT NULL,
  method_key text NOT NULL,
  calls integer NOT NULL,
  resolved integer NOT NULL,
  correct integer NOT NULL,
  PRIMARY KEY (evaluation_id, method_key, calls),
  FOREIGN KEY (team_id, evaluation_id) REFERENCES evaluation (team_id, id)
);
`
