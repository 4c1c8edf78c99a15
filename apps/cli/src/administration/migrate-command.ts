import { Command } from 'commander'
import { withJson } from '../shell/options.js'

/** `cges migrate`: brings a fleet's database up to date before its processes start. */
export function migrateCommand(): Command {
  return withJson(new Command('migrate'))
    .description('migrate the database of DATABASE_URL')
    .option('--queue', 'also create the queue in it: for a fleet without Redis whose processes have their own logins')
    .action(async (options: { queue?: true; json?: true }) => {
      const { migrateDatabase } = await import('./database-work.js')
      await migrateDatabase(options)
    })
}
