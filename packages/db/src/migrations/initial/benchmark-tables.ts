/**
 * Benchmarks; reference answers live in a table of their own, so that nothing that decides can read them by accident.
 */
export const BENCHMARK_TABLES = `
CREATE TABLE benchmark (
  id uuid PRIMARY KEY,
  team_id uuid NOT NULL REFERENCES team (id),
  name text NOT NULL,
  revision text NOT NULL,
  title text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('imported', 'generated')),
  answer_kind text NOT NULL,
  template text NOT NULL,
  sampling jsonb NOT NULL,
  questions integer NOT NULL CHECK (questions > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (team_id, id),
  UNIQUE (team_id, name, revision)
);

CREATE TABLE question (
  team_id uuid NOT NULL,
  benchmark_id uuid NOT NULL,
  position integer NOT NULL,
  question_id text NOT NULL,
  question text NOT NULL,
  choices jsonb,
  PRIMARY KEY (benchmark_id, position),
  UNIQUE (team_id, benchmark_id, position),
  UNIQUE (benchmark_id, question_id),
  FOREIGN KEY (team_id, benchmark_id) REFERENCES benchmark (team_id, id)
);

CREATE TABLE gold (
  team_id uuid NOT NULL,
  benchmark_id uuid NOT NULL,
  position integer NOT NULL,
  answer text NOT NULL,
  answer_key text NOT NULL,
  grading_version integer NOT NULL,
  PRIMARY KEY (benchmark_id, position),
  FOREIGN KEY (team_id, benchmark_id, position) REFERENCES question (team_id, benchmark_id, position)
);

CREATE TABLE answer_grade (
  team_id uuid NOT NULL,
  benchmark_id uuid NOT NULL,
  position integer NOT NULL,
  answer_key text NOT NULL,
  grading_version integer NOT NULL,
  correct boolean NOT NULL,
  PRIMARY KEY (benchmark_id, position, answer_key, grading_version),
  FOREIGN KEY (team_id, benchmark_id, position) REFERENCES question (team_id, benchmark_id, position)
);
`
