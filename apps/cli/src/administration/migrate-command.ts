import { Command } from 'commander'
import { withJson } from '../shell/options.js'

/** `cges migrate`: brings a fleet's database up to date before its processes start. */
export function migrateCommand(): Command {
  return withJson(new Command('migrate'))
    .description('bring the database of DATABASE_URL up to date')
    .option('--queue', 'the queue in it too, for a fleet without Redis whose processes have logins of their own')
    .action(async (options: { queue?: true; json?: true }) => {
      const { migrateDatabase } = await import('./database-work.js')
      await migrateDatabase(options)
    })
}
