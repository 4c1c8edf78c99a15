import { parseArgs } from 'node:util'

export const PARTS = ['rest', 'workers', 'data', 'reward', 'upgrade'] as const
export type Part = (typeof PARTS)[number]

export interface Options {
  /** An engine that runs already, by its socket, instead of one of its own. */
  readonly host: string | null
  /** Where the engine's data is kept for the next run; null: in a temporary folder. */
  readonly data: string | null
  /** What is upgraded from; `none` leaves the upgrade out. */
  readonly from: string | null
  /** The parts that are tried, beside what they need; all unless said. */
  readonly only: readonly Part[]
  readonly install: boolean
  readonly help: boolean
}

export const USAGE = `npm run test:with -- engine [options]

Brings the Compose file up on a real container engine of its own and does to it what happens to a fleet: evaluations,
busy workers drained, scaled and killed, down and up, a reward server, an upgrade. Prints a table; ends with 1 where a step failed.

  --install       install what is missing (Debian's docker.io and debootstrap, Compose from PyPI)
  --data FOLDER   keep the engine's images there, for the next run
  --from COMMIT   upgrade from there: the last release unless said; none
  --only PARTS    of ${PARTS.join(', ')}; all unless said
  --host SOCKET   use the engine that runs there, such as unix:///var/run/docker.sock
  --help          this`

/** Reads the arguments. Throws with what is wrong about them. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: {
      host: { type: 'string' },
      data: { type: 'string' },
      from: { type: 'string' },
      only: { type: 'string', default: PARTS.join(',') },
      install: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { host = null, data = null, from = null, only, install, help } = values
  if (host !== null && !host.startsWith('unix://'))
    throw new Error('--host takes a socket, such as unix:///var/run/docker.sock')
  const parts = only.split(',').map((name) => PARTS.find((part) => part === name))
  if (parts.includes(undefined)) throw new Error(`--only takes ${PARTS.join(', ')}, with commas between them`)
  return { host, data, from, only: PARTS.filter((part) => parts.includes(part)), install, help }
}
