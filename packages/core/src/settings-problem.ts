import type { z } from 'zod'

/** Says in a line each what is wrong with settings of the environment. No value is repeated: it may be a secret. */
export function settingsProblem(error: z.ZodError, variables: Readonly<Record<string, string | undefined>>): string {
  return error.issues
    .map(({ code, path, message }) => {
      const name = path.join('.')
      const isUnset = code === 'invalid_type' && variables[name] === undefined
      // Its schema may say what to set it to.
      if (isUnset && message.startsWith('Invalid input')) return `${name} is not set`
      return name === '' || message.startsWith(name) ? message : `${name}: ${message}`
    })
    .join('\n')
}
