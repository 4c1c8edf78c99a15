import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JsonPart, JsonObjectSplitter } from './split-json-object.js'

it('takes apart what JSON.parse reads, however the text is laid out and wherever it is cut', () => {
  const key = fc.string({ unit: 'grapheme' }).filter((name) => name !== 'samples' && name !== '__proto__')
  const content = fc.record({ head: fc.dictionary(key, fc.jsonValue()), samples: fc.array(fc.jsonValue()) })
  fc.assert(
    fc.property(content, fc.nat(3), fc.integer({ min: 1, max: 20 }), ({ head, samples }, indent, step) => {
      const text = JSON.stringify({ ...head, samples, last: [1, { samples: ['not these'] }] }, null, indent)
      const splitter = new JsonObjectSplitter('samples')
      const parts: JsonPart[] = []
      for (let at = 0; at < text.length; at += step) {
        parts.push(...splitter.push(text.slice(at, at + step)))
      }
      expect(splitter.isComplete).toBe(true)
      const cut = new JsonObjectSplitter('samples')
      for (const _ of cut.push(text.slice(0, -1))) continue
      expect(cut.isComplete).toBe(false)
      const elements = parts.flatMap((part) => (part.kind === 'element' ? [JSON.parse(part.text) as unknown] : []))
      const members = parts.filter((part) => part.kind === 'member')
      expect(elements).toEqual(JSON.parse(JSON.stringify(samples)))
      expect(members.map((part) => JSON.parse(`"${part.key}"`) as unknown)).toEqual([...Object.keys(head), 'last'])
    }),
  )
})
