import {
  BenchmarkDefinition,
  DEFAULT_SAMPLING,
  EvaluationDraft,
  PresetName,
  SuiteDraft,
} from '../../packages/core/dist/index.js'
import { PROMPT_TEMPLATES } from '../../packages/formats/dist/benchmarks/render-prompt.js'
import { RULES } from '../../packages/methods/dist/index.js'
import { parametersOf } from '../../packages/methods/dist/rules/shared-parameters.js'
import { inputSchema, rowsWithExamples, table } from './schema-rows.mjs'

const HEAD = ['field', 'value', 'default', 'example', 'what it does']
const PARAMETER_HEAD = ['parameter', 'value', 'default', 'what it does']

/** Writes the page of evaluation and benchmark files, and their JSON Schemas. */
export function evaluationReference() {
  const evaluation = evaluationFile()
  const suite = inputSchema(SuiteDraft)
  const benchmark = inputSchema(BenchmarkDefinition)
  return {
    'docs/evaluation-file.md': page(evaluation, suite, benchmark),
    'docs/data/evaluation.schema.json': `${JSON.stringify({ title: 'An evaluation of cges-fleet', ...evaluation }, null, 1)}\n`,
    'docs/data/suite.schema.json': `${JSON.stringify({ title: 'A suite of cges-fleet', ...suite }, null, 1)}\n`,
    'docs/data/benchmark.schema.json': `${JSON.stringify({ title: 'A benchmark of cges-fleet', ...benchmark }, null, 1)}\n`,
  }
}

/** The schema of an evaluation's file: the API's, and `preset`, beside which only a pool is needed. */
function evaluationFile() {
  const { required, properties, ...schema } = inputSchema(EvaluationDraft)
  const { $schema: _, ...preset } = inputSchema(PresetName)
  return { ...schema, properties: { preset, ...properties }, anyOf: [{ required: ['preset', 'pool'] }, { required }] }
}

function page(evaluation, suite, benchmark) {
  return `# YAML files

<!-- Written by \`npm run reference\` from the schemas; edit those. -->

Every field of the files that \`cges evaluate\`, \`cges forecast\` and \`cges benchmark import\` read. JSON works too. \`cges evaluate --help-file\` prints the\nfirst two sections.

${evaluationSection(evaluation)}

${suiteSection(suite, evaluation)}

## Methods

Parameters of each stopping rule. [methods.md](methods.md) explains them. Several rules share these:

${sharedSection()}

${RULES.map(ruleSection).join('\n\n')}

${benchmarkSection(benchmark)}
`
}

function evaluationSection({ anyOf, ...fields }) {
  const rows = rowsWithExamples({ ...fields, required: anyOf[1].required }).map(withSamplingDefault)
  return `## An evaluation

\`\`\`yaml
# yaml-language-server: $schema=docs/data/evaluation.schema.json
benchmark: mine               # cges benchmark list shows names
pool: gpu                     # cges pool list
suite: table-1                # one table for all evaluations of this name: cges compare --suite table-1
budget: 16
replicates: 4
seed: 1
methods: [sc, "esc:window=4", asc-beta, "cges:confidence=lns-arith,gamma=0.99"]
sampling: { temperature: 0.7, maxTokens: 2048 }
caps: { calls: 20000, tokens: 40000000 }
notify: ci
\`\`\`

The first line makes an editor complete and check the file. The path is relative to your file: in a checkout
[data/evaluation.schema.json](data/evaluation.schema.json); elsewhere copy that file beside yours.

${table(HEAD, rows)}

With \`preset\`, \`pool\` is the only other field you need. A method is written as \`name:parameter=value,parameter=value@budget\`, or as
fields: \`{ method: esc, window: 4, budget: 16 }\`.`
}

/** The fields of a suite that an evaluation has not: all others are the same. */
function suiteSection(suite, evaluation) {
  const own = Object.entries(suite.properties).filter(([name]) => !(name in evaluation.properties) || name === 'suite')
  const rows = rowsWithExamples({ ...suite, properties: Object.fromEntries(own) })
  return `## A suite

\`\`\`yaml
# yaml-language-server: $schema=docs/data/suite.schema.json
suite: table-1
benchmarks: [gsm8k, math-500, aime24]
pools: [small, large]         # a pool for each model
budget: 16
methods: [sc, "esc:window=4", asc-beta]
\`\`\`

\`cges evaluate suite.yaml\` submits an evaluation for each benchmark on each pool: all of them, or none if one is refused. With \`--watch\` it waits
for all and prints their table. \`cges compare --suite table-1\` prints it again, \`cges check --suite table-1\` checks every evaluation, and the
dashboard has it under *Suites*.

${table(HEAD, rows)}

All other fields are those of an evaluation, but \`name\` and \`preset\`. If a benchmark ran several times on a pool, the table shows the first run that did
not fail. \`--run ID\` shows another in its place.`
}

function benchmarkSection(benchmark) {
  return `## A benchmark

\`\`\`yaml
# yaml-language-server: $schema=docs/data/benchmark.schema.json
name: mine
answerKind: choice
file: questions.jsonl
fields: { question: prompt, answer: right, distractors: [wrong1, wrong2, wrong3] }
template: |
  {question}

  {choices}

  Think it through, then put the letter in \\boxed{}.
\`\`\`

${table(HEAD, rowsWithExamples(benchmark).flatMap(withoutSampling))}

### Default prompts

${table(
  ['`answerKind`', 'prompt'],
  Object.entries(PROMPT_TEMPLATES).map(([kind, text]) => [`\`${kind}\``, `\`${text.replaceAll(/\n+/gu, ' ⏎ ')}\``]),
)}

⏎ is an empty line.`
}

/** A benchmark's sampling has the fields of an evaluation's. */
function withoutSampling([name, type, usual, example, about]) {
  if (name.startsWith('`sampling.')) return []
  return [[name, type, usual, example, name === '`sampling`' ? `${about}; [fields](#an-evaluation)` : about]]
}

/** Sampling has no default in the schema: the benchmark's values come before these. */
function withSamplingDefault([name, type, usual, ...rest]) {
  const value = DEFAULT_SAMPLING[name.replace(/^`sampling\.(\w+)`$/u, '$1')]
  const shown = Array.isArray(value) && value.length === 0 ? 'none' : `\`${value}\``
  return [name, type, value === undefined ? usual : shown, ...rest]
}

function ruleSection({ name, title, about, example, parameters }) {
  const head = `### ${name}\n\n${title}: ${escaped(about)}. Example: \`${example}\`.`
  const rows = parameterRows(Object.entries(parameters))
  return rows.length === 0 ? head : `${head}\n\n${table(PARAMETER_HEAD, rows)}`
}

/** The parameters that several rules take and none defines itself, each with its rules. */
function sharedSection() {
  const takers = new Map()
  for (const rule of RULES) {
    for (const [name, parameter] of Object.entries(parametersOf(rule))) {
      if (name in rule.parameters) continue
      const { names = [] } = takers.get(name) ?? {}
      takers.set(name, { parameter, names: [...names, `\`${rule.name}\``] })
    }
  }
  const rows = parameterRows([...takers].map(([name, { parameter }]) => [name, parameter]))
  const all = RULES.map(({ name }) => `\`${name}\``)
  const withRules = [...takers.values()].map(({ names }, at) => {
    const others = all.filter((name) => !names.includes(name))
    return [...rows[at], others.length < names.length ? `all but ${others.join(', ')}` : names.join(', ')]
  })
  return table([...PARAMETER_HEAD, 'rules'], withRules)
}

function parameterRows(parameters) {
  return parameters.map(([name, { range, about, preset, optional }]) => [
    `\`${name}\``,
    name === 'confidence' ? signals(range) : escaped(inShort(range)),
    preset === undefined ? (optional ? '' : '*required*') : `\`${preset}\``,
    name === 'confidence' ? 'weighs each answer' : escaped(about),
  ])
}

/** The signals have a table of their own. */
function signals(range) {
  return `[signal](methods.md#confidence-signals)${range.includes('constant') ? ' or `constant`' : ''}`
}

/** A parameter's range in the words of the other tables. */
function inShort(range) {
  return range
    .replace(/^a number strictly between (\S+) and (\S+)$/u, 'above $1, below $2')
    .replace(/^a whole number of \w+ from (\d+ to \d+)$/u, 'whole number, $1')
}

function escaped(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
