import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

/** Finds the regular expressions in the sources that ship: as literals, and where they are built from text. */
export function findRegexes() {
  const literals = []
  const built = []
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], {
    encoding: 'utf8',
  })
  for (const file of listed.split('\n').filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !isTest(path))) {
    const text = readFileSync(file, 'utf8')
    const place = ({ start }) => ({ file, line: text.slice(0, start).split('\n').length })
    const build = (node) => {
      if (node.callee.name === 'RegExp') built.push(place(node))
    }
    const { program } = parseSync(file, text)
    new Visitor({
      Literal: (node) => {
        if (node.regex) literals.push({ ...place(node), source: node.regex.pattern, flags: node.regex.flags })
      },
      NewExpression: build,
      CallExpression: build,
    }).visit(program)
  }
  return { literals, built }
}

function isTest(path) {
  return /\.test\.|\/testing\//.test(path)
}
