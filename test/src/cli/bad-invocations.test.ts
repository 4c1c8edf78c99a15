import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { cges, ENTRY } from './run-cges.js'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'
const ID = '01a20176-9617-737d-966f-7b99103cfd1e'
const ANOTHER = '01a20176-9617-737d-966f-7b99103cfd1f'

let folder: string
let page: Server
let pageUrl: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cges-bad-'))
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'text'), 'not what was hoped for\n')
  writeFileSync(join(folder, 'text.csv'), 'a,b\n"1\n')
  writeFileSync(join(folder, 'text.parquet'), 'PAR1 it is not')
  writeFileSync(join(folder, 'text.jsonl.gz'), 'no gzip either')
  writeFileSync(join(folder, 'spec.yaml'), 'benchmark: demo\npool: simulated\nmethods: [sc]\n')
  const question = { id: 'a', question: 'One and one?', answer: '2' }
  writeFileSync(join(folder, 'questions.jsonl'), `${JSON.stringify(question)}\n`)
  const recording = { question_id: 'a', answer: '2', samples: [{ answer: '2' }, { answer: '3' }] }
  writeFileSync(join(folder, 'log.jsonl'), `${JSON.stringify(recording)}\n`)
  writeFileSync(join(folder, 'empty.key'), '\n')
  writeFileSync(join(folder, 'two.key'), 'cges_one\ncges_two\n')
  writeFileSync(join(folder, 'cut.jsonl.gz'), gzipSync(randomBytes(4000).toString('hex')).subarray(0, 2000))
  writeFileSync(join(folder, 'binary.jsonl'), Buffer.from([0x50, 0, 0xff, 0x0a, 0x01]))
  // Some other program’s web server.
  page = createServer((_, response) => response.end('<h1>Welcome</h1>'))
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const address = page.address()
  pageUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})

afterAll(() => {
  page.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Commands that call the API, as far as their other arguments go. */
const CALLS: readonly (readonly string[])[] = [
  ['evaluate', '@spec.yaml'],
  ['forecast', '@spec.yaml'],
  ['team', 'list'],
  ['team', 'create', 'one'],
  ['team', 'change', '../one', '--weight', '2'],
  ['key', 'list'],
  ['key', 'create', '--name', 'a', '--role', 'viewer'],
  ['key', 'rotate', 'abc'],
  ['key', 'revoke', '../..'],
  ['person', 'list'],
  ['person', 'end', '../Ada'],
  ['person', 'readmit', 'Ada'],
  ['group', 'list'],
  ['group', 'set', '/a', '--role', 'viewer'],
  ['group', 'remove', '../a'],
  ['webhook', 'list'],
  ['webhook', 'test', '../ci'],
  ['audit', 'list', '--about', 'key'],
  ['audit', 'export'],
  ['audit', 'verify'],
  ['evaluations', '--status', 'done', '--limit', '3'],
  ['watch', ID],
  ...['pause', 'resume', 'cancel', 'retry', 'rerun', 'archive', 'unarchive', 'delete', 'events'].map((verb) => [
    verb,
    ID,
  ]),
  ['rename', ID, 'a name'],
  ['priority', ID, 'high'],
  ['status'],
  ['pool', 'list'],
  ['pool', 'promise', 'gpu', '--model', 'm'],
  ['pool', 'price', 'gpu', '2.40', '--currency', 'EUR'],
  ['pool', 'pause', 'gpu', '--reason', 'new weights'],
  ['pool', 'resume', 'gpu'],
  ['pool', 'reserve', 'gpu', '--team', 'a', '--slots', '8', '--until', '2026-12-05T00:00'],
  ['pool', 'reservations', 'gpu'],
  ['pool', 'unreserve', 'gpu', '01a20176-9617-737d-966f-7b99103cfd1e'],
  ['extend', ID, '--replicates', '2'],
  ['report', ID],
  ['compare', ID, ANOTHER],
  ['share', 'evaluation', ID],
  ['share', 'suite', 'nightly'],
  ['share', 'comparison', ID, ID],
  ['share', 'list'],
  ['share', 'revoke', ID],
  ['accounts'],
  ['traffic'],
  ['regrade', ID],
  ['benchmark', 'list'],
  ['benchmark', 'import', '@questions.jsonl'],
  ['check', ID],
  ['import', '@log.jsonl', '--method', 'sc'],
  ['export', ID, '--format', 'csv', '--out', '@folder'],
  ['tune', ID],
  ['prior', ID],
  ['gate', ID, '--confidence', 'lns-arith'],
  ['gate', ID, '--confidence', 'lns-arith', '--labels'],
  ['research', 'reproduce', '--samples', ID],
  ['verdicts', 'import', ID, '--method-file', '@text', '--name', 'own'],
  ['tag', ID, 'a tag'],
  ['note', ID, 'a note'],
]

/** Commands with files, variables or values that cannot be, and what is said of it. */
const OTHERS: readonly (readonly [args: readonly string[], message: RegExp, variables?: Record<string, string>])[] = [
  [['up', '--data', '@text'], /is a file/],
  [['up', '--ready-timeout', 'soon'], /must be a number/],
  [['up', '--port', '99999'], /must be a port, from 1 to 65535/],
  [['up', '--simulated', '--recorded', '@text'], /--simulated is for the simulator/],
  [['up', '--json', '@folder'], /cannot be written: it is a folder/],
  [['up', '--json-file', '@none/out.json'], /cannot be written: no such/],
  [['up', '--model-server', 'gpu-1', '--data', '@data'], /gpu-1 is not an address/],
  [['up'], /DATABASE_URL/, { DATABASE_URL: 'nonsense' }],
  [['up'], /DATABASE_URL/, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }],
  [['evaluate', '@none.yaml'], /none\.yaml cannot be read: no such file/],
  [['evaluations', '--limit', '501'], /whole number from 1 to 500/],
  [['evaluations', '--status', 'don'], /did you mean done\?/],
  [['compare', ID], /cges compare 01a2.* --own/],
  [['compare'], /cges evaluations lists them/],
  [['accounts', ID, '--csv'], /leave the id out/],
  [['reprot', ID], /Did you mean report\?\)\ncges --help shows/],
  [['evaluate', '@folder'], /folder cannot be read: it is a folder/],
  [['evaluate', '@text'], /text/],
  [['evaluate', '@spec.yaml', '--until', 'accuracy=0'], /--until: accuracy must be a number of points above 0/],
  [['evaluate', '@spec.yaml', '--notify'], /--notify <webhook>.* argument missing/],
  [['report', ID, '--html'], /--html <file>.* argument missing/],
  [['report', ID, '--html', '@folder'], /cannot be written: it is a folder/],
  [['report', ID, '--html', '@none/page.html'], /cannot be written: no such/],
  [['report', ID, '--html', '@page.html', '--json'], /cannot be used with/],
  [['forecast', '@none.yaml'], /cannot be read/],
  [['migrate'], /set DATABASE_URL/],
  [['migrate'], /DATABASE_URL/, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }],
  [['backup'], /missing required argument 'file'/],
  [['backup', '@new.dump'], /set DATABASE_URL to the database to back up/],
  [['backup', '@text'], /is there already/, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }],
  [['backup', '@new.dump'], /pg_dump/, { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:9/none' }],
  [['restore', '@none.dump'], /none.dump cannot be read/, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }],
  [['restore', '@text'], /DATABASE_URL/, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }],
  [['pool', 'promise', 'gpu'], /--model/],
  [['key', 'pepper'], /set DATABASE_URL/],
  [['pool', 'promise', '../gpu', '--model', 'm'], /pool/],
  [['pool', 'reserve', 'gpu', '--team', 'a', '--slots', '0', '--until', '2026-12-05'], /a whole number from 1/],
  [['pool', 'reserve', 'gpu', '--team', 'a', '--slots', '8', '--until', 'friday'], /must be an instant/],
  [
    ['team', 'change', 'a', '--samples-in-flight', '30%'],
    /number of calls at once, such as 16\. --weight sets the share/,
  ],
  [['key', 'create', '--admin', '--name', 'a'], /set DATABASE_URL/],
  [['key', 'create', '--admin', '--name', 'a', '--given', '@text'], /holds no key/],
  [['key', 'create', '--name', 'a'], /give --role/],
  [['audit', 'list', '--since', 'soon'], /must be an instant/],
  [['audit', 'verify', '@none.jsonl'], /none.jsonl/],
  [['audit', 'verify', '@text', '--last', '1'], /place and a hash/],
  [['key', 'list'], /none cannot be read/, { CGES_API_KEY_FILE: '/none' }],
  [['watch', ID], /CGES_API must be the address/, { CGES_API: 'nonsense' }],
  [['export', ID, '--format', 'csv', '--out', '@text'], /is a file: give a folder/],
  [['export', ID, '--format', 'csv', '--out', '/proc/1/out'], /cannot be written into/],
  [['check', ID, '--json-file', '@folder'], /cannot be written: it is a folder/],
  [['benchmark', 'import', '@none.jsonl'], /cannot be read/],
  [['benchmark', 'import', '@text.csv'], /is not CSV/],
  [['benchmark', 'import', '@text.parquet'], /is not Parquet/],
  [['benchmark', 'import', '@text.jsonl.gz'], /cannot be read/],
  [['import', '@none.jsonl', '--method', 'sc'], /cannot be read/],
  [['replay', '@folder', '--methods', 'sc'], /it is a folder/],
  [['replay', '@text', '--methods', 'sc'], /./],
  [['replay', '@text.jsonl.gz', '--methods', 'sc'], /./],
  [['replay', '@log.jsonl', '--methods', 'nonsense'], /nonsense/],
  [['research', 'guarantees', '--methods', 'nonsense'], /nonsense/],
  [['research', 'guarantees', '--runs', 'none'], /whole number/],
  [['tune', '@folder'], /it is a folder/],
  [['tune'], /name a file with samples, or use --demo/],
  [['prior', ID, '@text'], /ids of evaluations, or files, not both/],
  [['prior', '@log.jsonl'], /two questions at least/],
  [['gate', ID, '@text', '--confidence', 'rm'], /ids of evaluations, or files, not both/],
  [['gate', ID, '@text', '--confidence', 'rm', '--labels'], /ids of evaluations, or files, not both/],
  [['gate', '@log.jsonl', '--confidence', 'rm', '--labels', 'some'], /whole number/],
  [['gate', '@log.jsonl'], /--confidence <signal>' not specified/],
  [['gate', '@log.jsonl', '--confidence', 'lns-arith'], /is computed from|20 questions at least/],
  [['gate', '@log.jsonl', '--confidence', 'rm', '--target', '1'], /strictly between 0 and 1/],
  [['research', 'reproduce', '--quick', '--json-file', '@folder'], /cannot be written: it is a folder/],
  [['research', 'reproduce', '--samples', '@none', '--benchmark', 'aime24'], /cannot be read/],
  [['research', 'fit-profiles', '--benchmark', 'none'], /none/],
  [['sim', '--port', 'none'], /'--port <port>' argument 'none' is invalid\. must be a port, from 0 to 65535/],
  [['sim', '--mode', 'simulatd'], /did you mean simulated\?/],
  [['sim', '--scenario', '@none'], /none cannot be read: no such file/],
  [['sim', '--mode', 'recorded', '--recorded', '@none'], /none cannot be read: no such file/],
  [['sim', '--mode', 'recorded', '--recorded', '@cut.jsonl.gz'], /cut\.jsonl\.gz cannot be read: .*is cut off/],
  [['probe', 'gpu-1'], /gpu-1 is not an address/],
  [['probe', 'gpu-1:8000'], /gpu-1:8000 is not an address: write http:/],
  [['probe', NOWHERE, '--key-file', '@none'], /--key-file: .*none cannot be read: no such file/],
  [['pool', 'list', '--api', NOWHERE], /empty\.key is empty/, { CGES_API_KEY_FILE: '@empty.key' }],
  [['pool', 'list', '--api', NOWHERE], /two\.key must hold a key and nothing else/, { CGES_API_KEY_FILE: '@two.key' }],
  [['pool', 'list', '--api', NOWHERE], /CGES_API_KEY must hold a key and nothing else/, { CGES_API_KEY: 'a b' }],
  [['replay', '@cut.jsonl.gz'], /cut\.jsonl\.gz cannot be read: .*is cut off.*[Cc]opy/],
  [['replay', '@binary.jsonl'], /binary\.jsonl, line 1: the byte 0xFF is not UTF-8\. The file is binary/],
  [['compare', ID, ID], /01a20176.* is given twice/],
  [['probe', NOWHERE], /No model server answers/],
  [['probe', NOWHERE, '--require', 'speed'], /Allowed choices/],
  [['gateway'], /DATABASE_URL is not set/],
  [['api'], /DATABASE_URL is not set/],
  [['coordinator'], /DATABASE_URL is not set/],
  [['dashboard'], /API_URL is not set/],
  [['worker', '--pool', 'gpu'], /--model-server <url>' not specified/],
  [['worker', '--pool', 'gpu', '--model-server', 'http://127.0.0.1:9'], /DATABASE_URL is not set/],
  [
    ['worker', '--pool', '../x', '--model-server', 'gpu-1'],
    /POOL/,
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
  ],
  [['slurm', 'submit', '--pool', 'gpu', '--model', 'm'], /DATABASE_URL is not set/],
  [['slurm', 'submit', '--pool', '../x', '--model', 'm', '--print'], /not a name of a pool/],
  [['list', 'nonsense'], /too many arguments/],
  [['completion', 'nonsense'], /bash, zsh, fish/],
  [['nonsense'], /unknown command/],
]

/** They read lines, and tell a bad one by its number. */
const PIPES = ['decide', 'grade', 'confidence', 'calibration'] as const

function placed(text: string): string {
  return text.startsWith('@') ? join(folder, text.slice(1)) : text
}

async function refused(args: readonly string[], variables: Record<string, string> = {}, input = ''): Promise<string> {
  const set = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, placed(text)]))
  const run = cges(args.map(placed), set)
  run.process.stdin?.end(input)
  expect(await run.code, run.err()).toBe(args[0] === 'check' ? 3 : 1)
  const said = run.err()
  expect(said.trim()).not.toBe('')
  expect(said, 'no stack').not.toMatch(/^\s+at |node:internal|This is a defect/m)
  return said
}

/** Each call meets one of the three wrong addresses in turn; at length, all. */
const inTurn = (turn: number) => CALLS.filter((_, at) => IS_AT_LENGTH || at % 3 === turn)

describe.concurrent('every error of the command line is a sentence and a status', { timeout: 300_000 }, () => {
  it.each(inTurn(0))('%s %s where the address is none', async (...args) => {
    expect(await refused([...args, '--api', 'nonsense'])).toContain('"nonsense" is not the address of an API')
  })

  it.each(inTurn(1))('%s %s where nothing listens', async (...args) => {
    expect(await refused([...args, '--api', NOWHERE])).toContain(`No API answers at ${NOWHERE}`)
  })

  it.each(inTurn(2))('%s %s where another program answers', async (...args) => {
    const said = await refused([...args, '--api', pageUrl])
    expect(said).toContain(`is not an API of this version of cges-fleet`)
    expect(said).not.toMatch(/✖|→/u)
    expect(said).toMatch(/it sent a web page, expected .*\nCheck the address \(--api or CGES_API\)/u)
  })

  it.each(OTHERS.map((row) => [row[0].join(' '), row] as const))('%s', async (_, [args, message, variables]) => {
    expect(await refused(args, variables)).toMatch(message)
  })

  it('dashboard on a port that is taken', async () => {
    const { port, hostname } = new URL(pageUrl)
    const args = ['dashboard', '--api', NOWHERE, '--host', hostname, '--port', port]
    expect(await refused(args)).toContain(`port ${port} on ${hostname} is taken. Set --port to another`)
  })

  it.each(PIPES)('%s with a line that is none', async (command) => {
    expect(await refused([command], {}, 'nonsense\n')).toContain('line 1: ')
  })

  it.each(PIPES)('%s of a folder', async (command) => {
    const from = openSync(join(folder, 'folder'), 'r')
    const { status, stderr } = spawnSync(process.execPath, [ENTRY, command], { stdio: [from, 'pipe', 'pipe'] })
    closeSync(from)
    expect([status, String(stderr)]).toEqual([1, 'stdin cannot be read: it is a folder, not a file\n'])
  })

  it.each(PIPES)('%s of nothing', async (command) => {
    const run = cges([command])
    run.process.stdin?.end('')
    await run.code
    expect(run.err()).toContain(`note: no lines on stdin; cges ${command} --help shows what they look like`)
  })

  it('knows every command there is', async () => {
    const help = cges(['--help'])
    await help.code
    const [listed = ''] = help.out().split('\nExamples:')
    const commands = [...listed.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name)
    const tried = new Set(
      [...CALLS, ...OTHERS.map(([args]) => args), ...PIPES.map((name) => [name])].map(([name]) => name),
    )
    expect(commands.filter((name) => name !== 'help' && !tried.has(name ?? ''))).toEqual([])
    expect(commands.length).toBeGreaterThan(25)
  })

  it('shows where an error came from to those who ask', async () => {
    const run = cges(['watch', ID, '--api', 'nonsense'], { CGES_DEBUG: '1', NODE_OPTIONS: '--enable-source-maps' })
    expect(await run.code).toBe(1)
    expect(run.err()).toMatch(/^\s+at .*api-client/m)
  })
})
