import { type Database, type DataSource, teamDatabase, type TeamId } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'

/** Each team's view of the database. A route gets its caller's with `@Caller()`. */
@Injectable()
export class TeamDatabases {
  constructor(@Inject(DATABASE) private readonly db: DataSource) {}

  /** The database of which a team's rows are all there is to see. */
  of(team: TeamId): Database {
    return teamDatabase(this.db, team)
  }
}
