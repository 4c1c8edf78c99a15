import { notUp } from '../compose-containers.js'
import type { Step } from '../step.js'
import { type Context, unharmed } from './context.js'

/** Up, as the handbook says, and one evaluation. */
export function evaluationSteps(context: Context): Step[] {
  const { project, fleet, known } = context
  return [
    {
      name: 'up --wait',
      expected: 'every container healthy, or ended with 0',
      needed: true,
      attempt: async () => {
        await project.up()
        const containers = await project.containers()
        const wrong = notUp(containers)
        if (wrong.length > 0) throw new Error(wrong.join(', '))
        return `${containers.length} containers: ${containers.map(({ Service }) => Service).join(', ')}`
      },
    },
    {
      name: 'an evaluation',
      expected: 'done, nothing lost, and on its page',
      needed: true,
      attempt: async () => {
        known.id = await fleet.submit()
        const said = await unharmed(context, known.id)
        known.digest = (await fleet.view(known.id)).digest ?? ''
        const page = await fetch(`${project.dashboard}/evaluations/${known.id}`)
        if (!(await page.text()).includes('sc@8'))
          throw new Error(`its page (${page.status}) does not show it; ${said}`)
        return said
      },
    },
  ]
}
