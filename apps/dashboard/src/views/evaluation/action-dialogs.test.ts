import { expect, it } from 'vitest'
import { extensionOf } from './action-dialogs'

function entered(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const name of ['methods', 'budget', 'replicates', 'caps.calls', 'caps.tokens'])
    form.set(name, values[name] ?? '')
  return form
}

it('sends only what was entered', () => {
  expect(extensionOf(entered({}))).toBe(null)
  expect(extensionOf(entered({ methods: ' \n;' }))).toBe(null)
  expect(extensionOf(entered({ 'caps.calls': ' 5000 ' }))).toEqual({ caps: { calls: 5000 } })
  expect(extensionOf(entered({ methods: 'sc@4; esc:window=2\nasc-beta', budget: '8', replicates: '2' }))).toEqual({
    methods: ['sc@4', 'esc:window=2', 'asc-beta'],
    budget: 8,
    replicates: 2,
  })
})
