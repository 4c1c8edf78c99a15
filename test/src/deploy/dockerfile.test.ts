import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { validate, ValidationSeverity } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { dockerfileOffences } from './dockerfile-offences.js'
import { mutated, type Mutation } from './mutation.js'
import { ROOT } from './root.js'

const text = readFileSync(`${ROOT}apps/Dockerfile`, 'utf8')

const STRICT = {
  directiveCasing: ValidationSeverity.ERROR,
  emptyContinuationLine: ValidationSeverity.ERROR,
  instructionCasing: ValidationSeverity.ERROR,
  instructionCmdMultiple: ValidationSeverity.ERROR,
  instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
  instructionWorkdirRelative: ValidationSeverity.ERROR,
}

describe('apps/Dockerfile', () => {
  it('is one the linter has nothing to say about', () => {
    expect(validate(text, STRICT).map(({ message }) => message)).toEqual([])
    expect(validate(text.replace('WORKDIR /app', 'WORKDIR app'), STRICT)).toHaveLength(1)
  })

  it('keeps our rules', () => {
    expect(dockerfileOffences(text)).toEqual([])
  })

  it.each<Mutation>([
    { what: 'a base without a digest', replace: /@sha256:[0-9a-f]{64}/, by: '', offence: /not pinned/ },
    { what: 'an old Node', replace: 'node:24.20.0', by: 'node:20.19.0', offence: /not the current LTS/ },
    { what: 'root', replace: 'USER 65532:65532\n', by: '', offence: /runs as root/ },
    {
      what: 'a shell around node',
      replace: '["node", "apps/api/bundle/main.js"]',
      by: '["sh", "-c", "node apps/api/bundle/main.js"]',
      offence: /signals/,
    },
    {
      what: 'an app left out',
      replace: 'FROM fleet AS coordinator',
      by: 'FROM fleet AS other',
      offence: /no target coordinator/,
    },
    {
      what: 'a command in the shipped image',
      replace: 'WORKDIR /app\n',
      by: 'WORKDIR /app\nRUN apt-get install gcc\n',
      offence: /runs a command/,
    },
    {
      what: 'build tools',
      replace: 'FROM ${DEBIAN} AS runtime',
      by: 'FROM node AS runtime',
      offence: /brings build tools/,
    },
    {
      what: 'sources of the host',
      replace: 'COPY --from=production /src ./',
      by: 'COPY . ./',
      offence: /copies from the context/,
    },
  ])('refuses $what', (mutation) => {
    expect(dockerfileOffences(mutated(text, mutation)).join('\n')).toMatch(mutation.offence)
  })
})

it('sends the build what it needs, and no test, document or output', () => {
  const ignored = ignoredBy(readFileSync(`${ROOT}.dockerignore`, 'utf8'))
  const tracked = execFileSync('git', ['-C', ROOT, 'ls-files'], { encoding: 'utf8' }).trim().split('\n')
  const outputs = ['node_modules/a', 'apps/api/dist/main.js', 'apps/dashboard/.next/a', '.data/a', '.git/HEAD']
  const sent = [...tracked, ...outputs].filter((path) => !ignored(path))
  expect(sent).toContain('apps/worker/src/main.ts')
  expect(sent).toContain('.config/tsconfig.base.json')
  expect(
    sent.filter((path) => /node_modules|\/dist\/|\.next|\.test\.ts$|^test|^\.git\/|^\.data|^docs/.test(path)),
  ).toEqual([])
})

/** Makes the test a `.dockerignore` stands for: the last rule that matches a path, or a folder it is in, decides. */
function ignoredBy(dockerignore: string): (path: string) => boolean {
  const rules = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), form: expression(line.replace(/^!/, '')) }))
  return (path) => {
    const matching = rules.findLast(({ form }) => form.test(path))
    return matching !== undefined && !matching.keeps
  }
}

function expression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
  return new RegExp(`^${source}(?:/|$)`)
}
