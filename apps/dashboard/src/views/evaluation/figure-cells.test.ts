import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { reportFixture } from '../../ui/methods/report-fixture'
import { SavedCell } from './figure-cells'

it('says of which budget calls are saved: none of the one of SC@1, which saves nearly all against SC@16', () => {
  const report = reportFixture('sc@1', { live: null, interim: false, calls: 1, savedAgainstSc: 0 })
  const words = renderToStaticMarkup(createElement(SavedCell, { report })).replaceAll(/<[^>]*>/g, '|')
  expect(words).toContain('0.0%')
  expect(words).toContain('of its 1')
})
