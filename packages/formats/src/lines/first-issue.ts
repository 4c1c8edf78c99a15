import type { z } from 'zod'

/** Returns the first problem a schema found, in one line with its place: `samples[1].confidence: …`. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'not as expected'
  const path = issue.path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
  return path === '' ? issue.message : `${path}: ${issue.message}`
}
