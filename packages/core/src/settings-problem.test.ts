import { expect, it } from 'vitest'
import { z } from 'zod'
import { secretIssueText } from './issue-text.js'
import { settingsIn, settingsProblem } from './settings-problem.js'

const Settings = z.object({
  API: z.url({ error: 'API must be an address' }).optional(),
  DATABASE_URL: z.string(),
  PORT: z.coerce.number({ error: 'must be a number' }),
  QUEUE: z.string({ error: 'set QUEUE to a name, such as calls' }),
  SLOTS: z.coerce.number().int().min(1).max(9).default(1),
})

it('names each setting once, those that are not set as such, and repeats no value', () => {
  const variables = { API: 'secret', PORT: 'x', SLOTS: '70' }
  const { error } = Settings.safeParse(variables, { error: secretIssueText })
  if (error === undefined) throw new Error('these settings are wrong')
  expect(settingsProblem(error, variables)).toBe(
    'API must be an address\nDATABASE_URL is not set\nPORT: must be a number\nQUEUE: set QUEUE to a name, such as calls\nSLOTS: must be at most 9',
  )
})

it('takes an empty variable for one that is not set', () => {
  const variables = { API: '', DATABASE_URL: '', PORT: '1', QUEUE: 'calls' }
  const { error } = Settings.safeParse(settingsIn(variables), { error: secretIssueText })
  expect(error && settingsProblem(error, variables)).toBe('DATABASE_URL is not set')
})
