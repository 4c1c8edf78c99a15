import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfidenceSignal, type ExternalRuleSpec, methodKey, RULES } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { DASHES, identityOf, VARIANTS } from './identity'
import { markerPath, signPath } from './marker-path'
import { reportFixture } from './report-fixture'

const folder = (path: string) => fileURLToPath(new URL(`../../../../../packages/python/${path}`, import.meta.url))
const TOKEN = /--(?<name>[a-z0-9-]+): light-dark\((?<light>#[0-9a-f]{6}), (?<dark>#[0-9a-f]{6})\)/g

/** Methods whose looks differ in every way a look can. */
const METHODS = [
  ...RULES.map(({ example }) => example),
  'sc@64',
  'sc@5',
  'esc:window=7,answerFrom=window@32',
  'asc-beta:threshold=0.97@16',
  'asc-beta:certified=0.02/0.1@16',
  'cges:confidence=constant,gamma=0.95@8',
  'cges:confidence=mars,gamma=0.987@16',
  'cges:confidence=rm,gamma=0.99,support=4@128',
  'cges:confidence=deepconf-tail-window,gamma=0.8,map=-1;1.5@16',
  'voi:kappa=0.02@16',
  'asc-beta:abstainBelow=0.6@16',
  'cisc:confidence=mars@32',
  'cite-weighted:confidence=rm,alpha=0.05@16',
  'reasc:confidence=lns-geom,gate=0.9,mean=0.8,spread=0.1@16',
  'deepconf:keep=0.9@64',
  'deepconf:keep=0.35@64',
  'beacon:confidence=lns-arith@16',
]

/** Rules whose verdicts another program decided. */
const EXTERNAL: readonly ExternalRuleSpec[] = [
  { method: 'external', name: 'two-ahead', budget: 16 },
  { method: 'external', name: 'my-rule.v2', budget: 8 },
]

const signals = [...ConfidenceSignal.options, 'constant'].map((signal) => {
  const { hue, shape } = reportFixture(`cges:confidence=${signal},gamma=0.99@16`).identity
  return [signal, [hue, shape]] as const
})
const shapes = [...new Set(RULES.flatMap(({ look }) => (typeof look === 'string' ? [] : [look.shape])))]
const variants = Array.from({ length: VARIANTS }, (_, at) => at)

it('is the table of looks that the Python package draws by (written again with `vitest --update`)', async () => {
  const tokens = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8').matchAll(TOKEN)
  const looks = [
    ...METHODS.map((text) => [text, reportFixture(text).identity] as const),
    ...EXTERNAL.map((spec) => [methodKey(spec), identityOf({ spec, key: methodKey(spec) })] as const),
  ]
  const all = [
    ...new Set([...shapes, ...signals.map(([, [, shape]]) => shape), ...looks.map(([, { shape }]) => shape)]),
  ]
  const table = {
    colours: Object.fromEntries(
      [...tokens].map(({ groups }) => [groups?.['name'], [groups?.['light'], groups?.['dark']]]),
    ),
    dashes: DASHES,
    signals: Object.fromEntries(signals),
    signs: variants.map((sign) => signPath(sign, 125)),
    shapes: Object.fromEntries(all.toSorted().map((shape) => [shape, markerPath(shape, 135)])),
  }
  await expect(`${JSON.stringify(table, null, 1)}\n`).toMatchFileSnapshot(folder('src/cges/looks.json'))
  await expect(`${JSON.stringify(Object.fromEntries(looks), null, 1)}\n`).toMatchFileSnapshot(
    folder('tests/identities.json'),
  )
})
