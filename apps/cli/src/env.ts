import { z } from 'zod'

const Environment = z.object({
  /** Where the API listens, for commands that talk to a fleet. */
  CGES_API: z.url({ error: 'CGES_API must be the address of an API, such as http://127.0.0.1:8080' }).optional(),
})

export type CliEnvironment = z.infer<typeof Environment>

/** Reads the command line's settings; a wrong one is an error that says what to set. */
export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): CliEnvironment {
  const parsed = Environment.safeParse(variables)
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  return parsed.data
}

/** The variables a child process is started with. */
export function childEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra }
}
