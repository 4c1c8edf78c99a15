import { type Database, type DataSource, teamDatabase, type TeamId } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'

/** Caches each team's view of the database. A route gets its caller's with `@Caller()`. */
@Injectable()
export class TeamDatabases {
  constructor(@Inject(DATABASE) private readonly db: DataSource) {}

  /** The database restricted to one team's rows. */
  of(team: TeamId): Database {
    return teamDatabase(this.db, team)
  }
}
