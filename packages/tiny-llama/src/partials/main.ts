import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { loadQuestions } from '../counter-benchmark.js'
import { openTinyLlama } from '../open-tiny-llama.js'
import { recordPartials } from './record-partials.js'

// node packages/tiny-llama/dist/partials/main.js packages/tiny-llama/partials.jsonl.gz: records samples of the 300 questions with
// their partial answers, three minutes on one core. The same code gives the same file but for compression.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    samples: { type: 'string', default: '32' },
    every: { type: 'string', default: '4' },
    questions: { type: 'string', default: '300' },
  },
})
const [file] = positionals
if (file === undefined) throw new Error('name the file to write')
const tiny = openTinyLlama()
const probing = { samples: Number(values.samples), every: Number(values.every) }
const lines = loadQuestions()
  .slice(0, Number(values.questions))
  .map((question) => `${JSON.stringify(recordPartials(tiny, question, probing))}\n`)
writeFileSync(file, gzipSync(lines.join(''), { level: 9 }))
console.log(`${file}: ${lines.length} questions`)
