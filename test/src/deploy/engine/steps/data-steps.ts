import type { Step } from '../step.js'
import { type Context, unharmed } from './context.js'

/** Everything goes and comes back. */
export function dataSteps(context: Context): Step[] {
  const { project, fleet, known } = context
  return [
    {
      name: 'down and up',
      expected: 'evaluations are still there, the running one goes on, no call lost, same digest',
      attempt: async () => {
        const id = await fleet.submit()
        await fleet.until(id, ({ samples }) => samples.inFlight > 16)
        await project.down()
        const left = await project.containers()
        if (left.length > 0) throw new Error(`${left.length} containers are left`)
        await project.up()
        const { digest } = await fleet.view(known.id)
        if (digest !== known.digest) throw new Error(`the first evaluation's digest is ${digest} now`)
        return unharmed(context, id)
      },
    },
  ]
}
