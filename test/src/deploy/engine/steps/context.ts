import type { BaseImages } from '../image-recipes.js'
import type { ComposeProject, Release } from '../compose-project.js'
import type { Docker } from '../docker.js'
import type { FleetUnderEngine, View } from '../fleet-under-engine.js'

/** What the steps share. */
export interface Context {
  readonly docker: Docker
  readonly project: ComposeProject
  readonly fleet: FleetUnderEngine
  /** This checkout, and the one that is upgraded from; null if it cannot be had. */
  readonly release: Release
  readonly before: Release | null
  readonly images: BaseImages
  /** The stores' images by service, where they were made by hand: they have no digest. */
  readonly stores: () => Readonly<Record<string, string>>
  /** Where the engine lives, if it is our own. */
  readonly engineFolder: string | null
  /** Where temporary files go. */
  readonly folder: string
  /** What earlier steps found out. */
  readonly known: { byHand: boolean; id: string; digest: string; containers: string[][] }
}

/** Says that an evaluation ended as one that nothing was done to: the same digest, every trial closed, as many calls lost. */
export async function unharmed(
  { fleet, known }: Context,
  id: string,
  more: { digest?: string; mayLose?: boolean } = {},
): Promise<string> {
  const { digest: wanted = known.digest, mayLose = false } = more
  const { trials, digest }: View = await fleet.done(id)
  const calls = await fleet.calls(id)
  const lost = calls.get('lost') ?? 0
  const said = `${trials.closed} of ${trials.total} trials closed, calls: ${[...calls].map(([state, n]) => `${n} ${state}`).join(', ')}`
  if (trials.closed !== trials.total || trials.blocked > 0) throw new Error(`${trials.blocked} trials blocked; ${said}`)
  if (digest === null || (wanted !== '' && digest !== wanted))
    throw new Error(`digest ${digest} instead of ${wanted}; ${said}`)
  if (lost > 0 && !mayLose) throw new Error(`${lost} calls lost; ${said}`)
  return `${said}; digest ${digest.slice(0, 8)}`
}
