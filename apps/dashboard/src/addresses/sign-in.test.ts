import { returnAddress } from '@cges-fleet/core/return-address'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signInAddress } from './sign-in'

const HOME = 'https://fleet.example'

it.each(['/evaluations/a?base=sc%4016&x=log#signals', '/evaluations?q=a%20b&status=done', '/settings/audit'])(
  'leads on to %s',
  (page) => {
    expect(returnAddress(page)).toBe(page)
    expect(signInAddress(page)).toBe(`/sign-in?to=${encodeURIComponent(page)}`)
  },
)

it.each([
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '',
  '/sign-in?to=/sign-in',
  '/v1/anything',
  `/${'a'.repeat(5000)}`,
  null,
  ['/a'],
])('leads nowhere that %j says', (wanted) => {
  expect(returnAddress(wanted)).toBe('/evaluations')
})

it('never leaves this dashboard, whatever it is given', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '@',
    ':',
    'evil.example',
    'a',
    '?',
    '#',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const led = new URL(returnAddress(`/${parts.join('')}`), HOME)
      expect(led.origin).toBe(HOME)
      expect(led.pathname.startsWith('//')).toBe(false)
    }),
    { numRuns: 5000 },
  )
})
