import { expect, it } from 'vitest'
import { parseEnvironment } from '../env.js'
import { signInNotice } from './sign-in-notice.js'

const lines = (variables: Readonly<Record<string, string>>, dashboard: string | null = 'http://localhost:3001') =>
  signInNotice(parseEnvironment(variables), dashboard)

const SSO = { OIDC_ISSUER: 'https://login.example.org', PUBLIC_URL: 'http://localhost:3001' }

it('says how people sign in, and what the provider must allow', () => {
  expect(lines({ OIDC_ISSUER: '' })).toEqual([])
  const redirect = expect.stringMatching(/ http:\/\/localhost:3001\/v1\/sign-in\/callback$/)
  expect(lines(SSO)).toEqual(['Sign-in    single sign-on by https://login.example.org, or with a key', redirect])
  expect(lines({ ...SSO, KEY_SIGN_IN: 'off' })).toEqual([
    'Sign-in    single sign-on by https://login.example.org',
    redirect,
  ])
})

it('warns of a sign-in that leads to another port of this machine, not of one that leads to a proxy', () => {
  expect(lines(SSO, 'http://localhost:3002')[2]).toMatch(/dashboard is on http:\/\/localhost:3002.*Set PUBLIC_URL/)
  expect(lines({ ...SSO, PUBLIC_URL: 'https://fleet.example.org' }, 'http://localhost:3002')).toHaveLength(2)
  expect(lines(SSO, null)).toHaveLength(2)
})
