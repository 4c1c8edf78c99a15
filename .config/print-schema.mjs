// Prints the SQL that makes a database as `migrate` makes an empty one, its list of migrations with it:
//   npm run --silent schema > test/src/store/releases/0.2.0.sql
// keeps the schema of a release, from which later versions are tested to upgrade.
import { MIGRATIONS, SCHEMA } from '../packages/db/dist/schema/schema.js'

const rows = MIGRATIONS.map((Migration) => new Migration().name).map((name) => `(${name.slice(-13)}, '${name}')`)
console.log(`${SCHEMA}
CREATE TABLE migration (id serial PRIMARY KEY, timestamp bigint NOT NULL, name character varying NOT NULL);
INSERT INTO migration (timestamp, name) VALUES
  ${rows.join(',\n  ')};`)
