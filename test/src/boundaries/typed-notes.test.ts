import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** What shows the API's answers: it decides by kinds and counts, never by the words of a sentence. */
const READERS = ['apps/dashboard/src', 'apps/cli/src']

/** It reads messages of the schema that it applies itself, and no answer of the API. */
const EXCEPT = 'apps/cli/src/evaluations/spec-file.ts'

/** Two words of a sentence in a pattern or a text, whatever a pattern has around them. */
const WORDS = /[a-z]{3,}[?)\]*+,:]* [(?:[]*[a-z]{2,}/i
const THREE_WORDS = /[a-z]+,? [a-z]+,? [a-z]+/i
const MATCHING = new Set(['includes', 'startsWith', 'endsWith', 'indexOf', 'split', 'search', 'match', 'matchAll'])

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/** Finds where code decides by the words of a sentence: patterns, methods of texts, comparisons. */
function wordsMatched(path: string, text: string): string[] {
  const { program } = parseSync(path, text)
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    const matched = matchedBy(node)
    if (matched !== null) found.push(`${path}: ${matched}`)
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found
}

function matchedBy(node: Node): string | null {
  switch (node.type) {
    case 'Literal': {
      const { pattern = '' } = (node['regex'] ?? {}) as { pattern?: string }
      return WORDS.test(pattern) ? `/${pattern}/` : null
    }
    case 'CallExpression': {
      const { property } = node['callee'] as { property?: { name?: string } }
      const [first] = node['arguments'] as { value?: unknown }[]
      const text = typeof first?.value === 'string' ? first.value : ''
      return MATCHING.has(property?.name ?? '') && WORDS.test(text) ? `${property?.name}('${text}')` : null
    }
    case 'BinaryExpression': {
      const sides = [node['left'], node['right']] as { value?: unknown }[]
      const text = sides.flatMap(({ value }) =>
        typeof value === 'string' && THREE_WORDS.test(value) ? [value] : [],
      )[0]
      return text === undefined || !/^[!=]==?$/.test(String(node['operator'])) ? null : `=== '${text}'`
    }
    default:
      return null
  }
}

describe('pages and the command line', () => {
  it('match no words of a sentence: notes have kinds and counts', () => {
    const files = READERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    ).filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && path !== EXCEPT)
    expect(files.length).toBeGreaterThan(200)
    expect(files.flatMap((path) => wordsMatched(path, readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })

  it.each([
    ['a pattern', 'const is = (text: string) => /^[\\d,]+ (?:of [\\d,]+ )?trials? (?:is|are) blocked/.test(text)'],
    ['a part', `const [, why] = warning.split('most common reason: ')`],
    ['a beginning', `if (reason?.startsWith('Paused for')) resume()`],
    ['a whole', `if (why === 'there is one method only') hide()`],
  ])('are seen to match words by %s', (_, code) => {
    expect(wordsMatched('x.ts', code)).toHaveLength(1)
  })

  it.each([
    ['a kind', `if (note.kind === 'blocked') hide()`],
    ['a pattern of numbers', 'const whole = /^\\d+ [a-z]$/.test(text)'],
    ['words that are written', 'const text = `${count} trials are blocked`'],
  ])('may use %s', (_, code) => {
    expect(wordsMatched('x.ts', code)).toEqual([])
  })
})
