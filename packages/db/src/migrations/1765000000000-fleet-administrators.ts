import type { MigrationInterface, QueryRunner } from 'typeorm'

/**
 * Administrators of the fleet, apart from those of a team. The role stays as it was for processes of the previous
 * release, and a column marks the admins of the whole fleet: existing ones, keys made beside the database, and their
 * replacements when an admin of the fleet's first team rotated them. All others administer their own team from now on.
 */
export class FleetAdministrators1765000000000 implements MigrationInterface {
  name = 'FleetAdministrators1765000000000'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATEMENTS)
  }

  async down(): Promise<void> {
    throw new Error('migrations run forwards only: restore a backup')
  }
}

const FIRST_TEAM = `'00000000-0000-7000-8000-000000000001'`

const STATEMENTS = `
ALTER TABLE api_key
  ADD COLUMN fleet boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT api_key_fleet_is_admin CHECK (role = 'admin' OR NOT fleet);

WITH RECURSIVE fleet AS (
  SELECT id, replaced_by FROM api_key
  WHERE created_by = 'machine' AND role = 'admin' AND team_id = ${FIRST_TEAM}
  UNION
  SELECT k.id, k.replaced_by
  FROM fleet f
  JOIN api_key k ON k.id = f.replaced_by AND k.role = 'admin' AND k.team_id = ${FIRST_TEAM}
  JOIN api_key maker ON maker.id = k.created_by AND maker.role = 'admin' AND maker.team_id = ${FIRST_TEAM}
)
UPDATE api_key SET fleet = true WHERE id IN (SELECT id FROM fleet);
`
