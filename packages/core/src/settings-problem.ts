import type { z } from 'zod'
import { NOT_SET } from './issue-text.js'

/** The variables that are set: an empty one is not, as Compose and shells write one that nobody gave. */
export function settingsIn(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== ''))
}

/** Says in a line each what is wrong with settings of the environment; give `secretIssueText` to the parse. */
export function settingsProblem(error: z.ZodError, variables: Readonly<Record<string, string | undefined>>): string {
  return error.issues
    .map(({ code, path, message }) => {
      const name = path.join('.')
      const isUnset = code === 'invalid_type' && (variables[name] ?? '') === ''
      // Its schema may say what to set it to.
      if (isUnset && message === NOT_SET) return `${name} is not set`
      return name === '' || message.startsWith(name) ? message : `${name}: ${message}`
    })
    .join('\n')
}
