import { expect, it } from 'vitest'
import { z } from 'zod'
import { settingsIn, settingsProblem } from './settings-problem.js'

const Settings = z.object({
  API: z.url({ error: 'API must be an address' }).optional(),
  DATABASE_URL: z.string(),
  PORT: z.coerce.number({ error: 'must be a number' }),
  QUEUE: z.string({ error: 'set QUEUE to a name, such as calls' }),
})

it('names each setting once, those that are not set as such, and repeats no value', () => {
  const variables = { API: 'secret', PORT: 'x' }
  const { error } = Settings.safeParse(variables)
  if (error === undefined) throw new Error('these settings are wrong')
  expect(settingsProblem(error, variables)).toBe(
    'API must be an address\nDATABASE_URL is not set\nPORT: must be a number\nQUEUE: set QUEUE to a name, such as calls',
  )
})

it('takes an empty variable for one that is not set', () => {
  const variables = { API: '', DATABASE_URL: '', PORT: '1', QUEUE: 'calls' }
  const { error } = Settings.safeParse(settingsIn(variables))
  expect(error && settingsProblem(error, variables)).toBe('DATABASE_URL is not set')
})
