import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchmarkDefinition } from '@cges-fleet/core'
import { demoBenchmark, KNOWN_BENCHMARKS } from '@cges-fleet/formats'
import { counterBenchmark } from '@cges-fleet/tiny-llama'
import fc from 'fast-check'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fetchDatasetRows } from './fetch-dataset-rows.js'
import { type BenchmarkImport, importBenchmark } from './import-benchmark.js'
import { type DatasetsServer, type ServedDataset, startDatasetsServer } from './testing/start-datasets-server.js'

let folder: string
let server: DatasetsServer | undefined
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cges-benchmarks-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  await server?.close()
  server = undefined
})

function known(name: string): BenchmarkDefinition & { dataset: NonNullable<BenchmarkDefinition['dataset']> } {
  const found = KNOWN_BENCHMARKS.find((each) => each.name === name)
  if (found?.dataset === undefined) throw new Error(name)
  return { ...found, dataset: found.dataset }
}

async function serve(name: string, changes: Partial<ServedDataset>): Promise<BenchmarkImport> {
  const { id, revision } = known(name).dataset
  server = await startDatasetsServer({ id, revision, rows: [], ...changes })
  return { map: {}, server: server.url, token: undefined }
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const sums = Array.from({ length: 230 }, (_, i) => ({ question: `${i} + 1?`, answer: `It is.\n#### ${i + 1}` }))

const gpqa = Array.from({ length: 40 }, (_, i) => ({
  'Record ID': `rec${i}`,
  Question: `Q${i}`,
  'Correct Answer': `right ${i}`,
  'Incorrect Answer 1': `a ${i}`,
  'Incorrect Answer 2': `b ${i}`,
  'Incorrect Answer 3': `c ${i}`,
}))

describe('a public dataset', () => {
  it('is fetched page by page, with its commit and the hash of every row', async () => {
    const options = await serve('gsm8k', { rows: sums })
    const benchmark = await importBenchmark('gsm8k', options)
    expect(server?.requests.map((query) => [query.get('offset'), query.get('length'), query.get('config')])).toEqual([
      ['0', '100', 'main'],
      ['100', '100', 'main'],
      ['200', '100', 'main'],
    ])
    const last = benchmark.questions.at(-1)
    const rowHash = createHash('sha256')
      .update(JSON.stringify(sums.at(-1)))
      .digest('hex')
    expect(last).toEqual({ id: 'q230', question: '229 + 1?', answer: '230', rowHash })
    expect(benchmark.dataset).toMatchObject({ id: 'openai/gsm8k', revision: known('gsm8k').dataset.revision })
  })

  it('is asked for again where the server is busy or broken, after the time it names', async () => {
    const faults = [{ status: 429, retryAfter: '0.2' }, { status: 502 }, { status: 503 }]
    const { server: url } = await serve('gsm8k', { rows: sums.slice(0, 3), faults })
    const waits: number[] = []
    const pauseMs = (attempt: number) => {
      waits.push(attempt)
      return 1
    }
    const startedAt = performance.now()
    const rows = await fetchDatasetRows(known('gsm8k').dataset, { server: url, token: undefined, pauseMs })
    expect(rows.split('\n')).toHaveLength(3)
    expect(performance.now() - startedAt).toBeGreaterThan(190)
    expect(waits).toEqual([2, 3])
  })

  it.each([
    ['always broken', { faults: Array.from({ length: 5 }, () => ({ status: 500 })) }, /500, 5 times.*--from/su],
    ['at another commit', { revision: 'f'.repeat(40) }, /now at commit f{40}.*--revision f{40}/su],
    ['cut', { truncated: ['question'] }, /row 0 of openai\/gsm8k comes cut \(question\).*--from/su],
    ['gone', { id: 'other/name' }, /answered 404: The dataset does not exist/u],
  ])('%s: says so, and takes nothing', async (_, changes, message) => {
    const { server: url } = await serve('gsm8k', { rows: sums, ...changes })
    const how = { server: url, token: undefined, pauseMs: () => 1 }
    await expect(fetchDatasetRows(known('gsm8k').dataset, how)).rejects.toThrow(message)
  })

  it('names the file to download where there is no network', async () => {
    const options = await serve('gsm8k', {})
    await server?.close()
    server = undefined
    await expect(importBenchmark('gsm8k', options)).rejects.toThrow(
      /cannot be reached\. Download https:\/\/huggingface\.co\/datasets\/openai\/gsm8k\/resolve\/[0-9a-f]{40}\/main\/test-.*--from/u,
    )
  })

  it('that is gated asks for a token, takes the right one, and shuffles choices by the seed it keeps', async () => {
    const options = await serve('gpqa-diamond', { rows: gpqa, gated: 'hf_secret' })
    await expect(importBenchmark('gpqa-diamond', options)).rejects.toThrow('HF_TOKEN or give --token-file')
    await expect(importBenchmark('gpqa-diamond', { ...options, token: 'wrong' })).rejects.toThrow('token was refused')
    const benchmark = await importBenchmark('gpqa-diamond', { ...options, token: 'hf_secret' })
    expect(benchmark.dataset).toMatchObject({ gated: true, shuffleSeed: 0 })
    for (const [place, { answer, choices = [] }] of benchmark.questions.entries()) {
      expect(choices[answer.charCodeAt(0) - 65]).toBe(`right ${place}`)
    }
    expect(new Set(benchmark.questions.map(({ answer }) => answer)).size).toBe(4)
    expect(await importBenchmark('gpqa-diamond', { ...options, token: 'hf_secret' })).toEqual(benchmark)
  })
})

describe('a benchmark that comes with the program', () => {
  // Nothing listens there.
  const options: BenchmarkImport = { map: {}, server: 'http://127.0.0.1:9', token: undefined }

  it.each([
    ['counter', counterBenchmark()],
    ['demo', demoBenchmark()],
  ])('%s is imported without a network, as cges up does', async (name, included) => {
    expect(await importBenchmark(name, options)).toEqual(included)
    expect(included.name).toBe(name)
    const renamed = await importBenchmark(name, { ...options, name: 'mine', title: 'Mine' })
    expect(renamed).toEqual({ ...included, name: 'mine', title: 'Mine' })
  })

  it('takes no option that would change its questions', async () => {
    await expect(importBenchmark('counter', { ...options, from: 'x.jsonl', map: { id: 'uid' } })).rejects.toThrow(
      'counter is included with its questions: leave --from and --map out',
    )
  })

  it('is known to who mistypes it', async () => {
    await expect(importBenchmark('conter', options)).rejects.toThrow(
      /known: .*, counter, demo; did you mean counter\?/u,
    )
  })
})

describe('a file', () => {
  const options: BenchmarkImport = { map: {}, server: 'http://127.0.0.1:9', token: undefined }

  it('of a known benchmark is read as JSONL, CSV and Parquet alike', async () => {
    const rows = sums.slice(0, 5)
    const jsonl = join(folder, 'test.jsonl')
    writeFileSync(jsonl, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const csv = join(folder, 'test.csv')
    writeFileSync(
      csv,
      `\uFEFFquestion,answer\r\n${rows.map(({ question, answer }) => `${cell(question)},${cell(answer)}\r\n`).join('')}`,
    )
    const parquet = join(folder, 'test.parquet')
    const columnData = (['question', 'answer'] as const).map((name) => ({ name, data: rows.map((row) => row[name]) }))
    writeFileSync(parquet, new Uint8Array(parquetWriteBuffer({ columnData })))
    const [first, ...others] = await Promise.all(
      [jsonl, csv, parquet].map((from) => importBenchmark('gsm8k', { ...options, from })),
    )
    expect(first?.questions.map(({ answer }) => answer)).toEqual(['1', '2', '3', '4', '5'])
    for (const other of others) expect(other).toEqual(first)
  })

  it('of one’s own is read under the fields it names, numbers of 64 bits too', async () => {
    const parquet = join(folder, 'own.parquet')
    const columnData = [
      { name: 'problem', data: ['one', 'two'] },
      { name: 'key', data: [1n, 2n] },
    ]
    writeFileSync(parquet, new Uint8Array(parquetWriteBuffer({ columnData })))
    const { name, questions } = await importBenchmark(parquet, {
      ...options,
      map: { question: 'problem', answer: 'key' },
    })
    expect([name, questions.map(({ question, answer }) => [question, answer])]).toEqual([
      'own',
      [
        ['one', '1'],
        ['two', '2'],
      ],
    ])
  })

  it.each([
    ['commas.csv', ','],
    ['semicolons.csv', ';'],
    ['tabs.tsv', '\t'],
    ['bars.csv', '|'],
  ])(
    '%s is read whatever delimits it, with columns of usual names and cells that hold every mark',
    async (name, mark) => {
      const cellText = fc.string({ unit: fc.constantFrom('a', 'ß', ' ', ',', ';', '\t', '|', '"', '\n', "'", '漢') })
      const texts = fc.array(
        cellText.filter((text) => text.trim() !== ''),
        { minLength: 1, maxLength: 5 },
      )
      await fc.assert(
        fc.asyncProperty(texts, async (drawn) => {
          const rows = [['Prompt', 'Gold'], ...drawn.map((text, at) => [text, `${at}`])]
          const path = write(name, rows.map((row) => `${row.map(cell).join(mark)}\r\n`).join(''))
          const { questions } = await importBenchmark(path, options)
          expect(questions.map(({ question, answer }) => [question, answer])).toEqual(
            drawn.map((text, at) => [text, `${at}`]),
          )
        }),
        { numRuns: 30 },
      )
    },
  )

  it('takes of a worked solution the answer alone', async () => {
    const rows = [
      { problem: 'p', solution: 'First $\\boxed{1}$ is wrong, so \\boxed{\\frac{1}{2}}.' },
      { problem: 'q', solution: 'It is\n#### 42' },
    ]
    const { questions } = await importBenchmark(write('list.json', JSON.stringify(rows)), options)
    expect(questions.map(({ answer }) => answer)).toEqual(['\\frac{1}{2}', '42'])
  })

  it.each([
    [
      'unknown.csv',
      'Aufgabe;Lösung\nWie viel ist 1 + 1?;2\n',
      /found the columns "Aufgabe", "Lösung".*--map 'question=Aufgabe,answer=Lösung'/u,
    ],
    ['short.csv', 'prompt,gold\na,1\nb\n', /not CSV: line 3: found 1 cell, expected 2/u],
    ['open.csv', 'prompt,gold\n"a,1\n', /a double quote is not closed/u],
    ['twice.csv', 'prompt,prompt\na,1\n', /two columns are named "prompt"/u],
    ['row.csv', 'prompt,gold\na,1\nb,\n', /line 3: "gold" /u],
    ['object.json', '[1]', /line 1: is the number 1, expected an object/u],
    [
      'wrong.yaml',
      'name: Mine!\nanswerKind: maths\n',
      /answerKind: is the text "maths", expected "math", "choice", "date", "text"/u,
    ],
  ])('%s is refused with its place, what was found and what to do', async (name, text, message) => {
    await expect(importBenchmark(write(name, text), options)).rejects.toThrow(message)
  })

  it('in Latin-1 is refused with the line', async () => {
    const path = join(folder, 'latin.csv')
    writeFileSync(path, Buffer.from('prompt;gold\nWas heißt "five"?;fünf\n', 'latin1'))
    await expect(importBenchmark(path, options)).rejects.toThrow(/latin\.csv, line 2: .*not UTF-8.*heißt/u)
  })

  it('that is not what its name says is told, and so is a name that is neither', async () => {
    await expect(importBenchmark(write('bad.csv', 'question,answer\n1,2,3\n'), options)).rejects.toThrow(
      /not CSV.*line 2/su,
    )
    await expect(importBenchmark(write('bad.parquet', 'no such thing here'), options)).rejects.toThrow('not Parquet')
    await expect(importBenchmark(write('bad.jsonl', '{"question":"q"}'), options)).rejects.toThrow(
      /bad\.jsonl: found the column "question".*--map 'question=question,answer=…'/u,
    )
    await expect(importBenchmark('gsm9k', options)).rejects.toThrow('known: aime24, math-500, gsm8k')
  })
})
