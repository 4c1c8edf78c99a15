import { z } from 'zod'

/** A container as `docker compose ps --format json` has it. */
export const Container = z.object({
  ID: z.string(),
  Name: z.string(),
  Service: z.string(),
  State: z.string(),
  Health: z.string(),
  ExitCode: z.int(),
})
export type Container = z.infer<typeof Container>

/** Reads what `docker compose ps --format json` writes: a line each, or one list. */
export function readContainers(text: string): Container[] {
  const parsed = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
  return z.array(Container).parse(parsed.flat())
}

/** Those that are not as they should be once the project is up: running and healthy, or ended well. */
export function notUp(containers: readonly Container[]): string[] {
  return containers
    .filter(({ State, Health, ExitCode }) =>
      State === 'running' ? Health !== 'healthy' : State !== 'exited' || ExitCode !== 0,
    )
    .map(({ Name, State, Health, ExitCode }) => `${Name} is ${State} ${Health}${State === 'exited' ? ExitCode : ''}`)
}
