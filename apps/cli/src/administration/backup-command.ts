import { Command } from 'commander'

/** `cges backup`: the whole fleet in one file, as PostgreSQL's own tools write it. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('write the database of DATABASE_URL into a file')
    .argument('<file>', 'a file that is not there yet')
    .addHelpText('after', `\n${TOOLS} The pepper (KEY_PEPPER_FILE) is not in it: keep it too.`)
    .action(async (file: string) => {
      const { backUp } = await import('./database-copies.js')
      await backUp(file)
    })
}

/** `cges restore`: fills an empty database from a backup. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('fill the empty database of DATABASE_URL from a file of cges backup, then migrate it')
    .argument('<file>', 'what cges backup wrote')
    .addHelpText('after', `\n${TOOLS} Stop the fleet’s processes first, and empty its Redis.`)
    .action(async (file: string) => {
      const { restore } = await import('./database-copies.js')
      await restore(file)
    })
}

const TOOLS =
  'DATABASE_URL is the owner’s. PostgreSQL’s pg_dump and pg_restore must be on the path, of the server’s major version or newer.'
