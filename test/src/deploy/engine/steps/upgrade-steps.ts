import { APPS } from '../../dockerfile-offences.js'
import { buildImage } from '../build-images.js'
import { notUp } from '../compose-containers.js'
import type { Step } from '../step.js'
import { type Context, unharmed } from './context.js'

/** From an earlier commit's images to this one's, in the middle of an evaluation. */
export function upgradeSteps(context: Context): Step[] {
  const { docker, project, fleet, before, release, known } = context
  if (before === null) return []
  const old = before.version
  return [
    {
      name: `images of ${old}`,
      expected: 'all built from that commit',
      needed: true,
      attempt: async () => {
        for (const app of APPS) await buildImage(docker, app, before, known.byHand ? context.images : null)
        return `${APPS.length} images`
      },
    },
    {
      name: `${old} up`,
      expected: 'on empty data: every container healthy, and an evaluation done',
      needed: true,
      attempt: async () => {
        await project.down('--volumes')
        project.become(before, context.stores())
        await project.up()
        const wrong = notUp(await project.containers())
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        known.id = await fleet.submit()
        const { digest } = await fleet.done(known.id)
        known.digest = digest ?? ''
        return `digest ${known.digest.slice(0, 8)}`
      },
    },
    {
      name: `upgrade from ${old}`,
      expected: 'stop, and up with the new images: migrated, the running evaluation ends, no call lost, same digest',
      attempt: async () => {
        const id = await fleet.submit()
        await fleet.until(id, ({ samples }) => samples.inFlight > 16)
        // Where stores change, `up` alone would replace them under the workers.
        await project.stop()
        project.become(release, context.stores())
        // Services may have other names than then.
        await project.up('--remove-orphans')
        const wrong = notUp(await project.containers())
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        const { digest } = await fleet.view(known.id)
        if (digest !== known.digest) throw new Error(`the first evaluation's digest is ${digest} now`)
        return unharmed(context, id)
      },
    },
  ]
}
