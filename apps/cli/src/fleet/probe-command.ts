import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { engineTitle, preflightNoteWords, ProbeAnswer, type ProbeResult } from '@cges-fleet/core'
import { Command, Option } from 'commander'
import { childEnvironment } from '../env.js'
import { UsageError } from '../errors.js'
import { appEntry } from '../paths.js'
import { requireNamed } from '../files/text-files.js'
import { columns } from '../shell/format.js'
import { withJson } from '../shell/options.js'
import { printResult } from '../shell/printing.js'
import { runInstalledFleet } from './installed-fleet.js'

/** What `--require` may name, and whether a server has it. */
const ABILITIES = {
  logprobs: ({ logprobs }) => logprobs,
  'top-logprobs': ({ topLogprobs }) => topLogprobs,
  seed: ({ seed }) => seed === 'honoured',
  stop: ({ refused }) => !refused.includes('stop'),
  streams: ({ streams }) => streams,
} as const satisfies Readonly<Record<string, (found: ProbeResult['preflight']) => boolean>>
type Ability = keyof typeof ABILITIES

interface ProbeFlags {
  readonly endpoint?: string
  readonly keyFile?: string
  readonly model?: string
  readonly require?: readonly Ability[]
  readonly json?: true
}

/** `cges probe`: what a model server can do, before a fleet draws from it. */
export function probeCommand(): Command {
  return withJson(new Command('probe'))
    .description('find out what a model server can do, in a few short requests')
    .argument('<url>', 'its address, such as http://127.0.0.1:8000')
    .addOption(new Option('--endpoint <kind>', 'which of its endpoints; chat unless given').choices(['chat', 'text']))
    .option('--key-file <file>', 'file with its bearer key')
    .option('--model <name>', 'which of the models that it lists; the first unless given')
    .addOption(
      new Option('--require <abilities...>', 'exit with 1 unless it has all of these').choices(Object.keys(ABILITIES)),
    )
    .action(async (url: string, flags: ProbeFlags) => {
      const found = await probed(url, flags)
      printResult(flags, { url, ...found }, () => probeText(url, found))
      const missing = (flags.require ?? []).filter((ability) => !ABILITIES[ability](found.preflight))
      if (missing.length === 0) return
      console.error(`cges: ${url} lacks ${missing.join(', ')}`)
      process.exitCode = 1
    })
}

async function probed(url: string, { endpoint, keyFile, model }: ProbeFlags): Promise<ProbeResult> {
  if (!/^https?:[/][/]/iu.test(url) || !URL.canParse(url))
    throw new UsageError(`${url} is not an address: write http://host:port`)
  if (keyFile !== undefined) requireNamed('--key-file', keyFile)
  if (!existsSync(appEntry('worker'))) await runInstalledFleet()
  const child = spawn(process.execPath, [appEntry('worker'), 'probe'], {
    env: childEnvironment({
      MODEL_SERVER_URL: url,
      ...(endpoint === undefined ? {} : { MODEL_ENDPOINT: endpoint }),
      ...(model === undefined ? {} : { MODEL_NAME: model }),
      ...(keyFile === undefined ? {} : { MODEL_SERVER_KEY_FILE: keyFile }),
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const answer = ProbeAnswer.safeParse(parsed(await text(child.stdout)))
  if (!answer.success) throw new Error(`the check of ${url} ended without a result`)
  if ('problem' in answer.data) throw new UsageError(answer.data.problem)
  return answer.data
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Formats what was found out about a server for people. */
function probeText(url: string, { model, version, maxModelLen, preflight }: ProbeResult): string[] {
  const { engine, logprobs, topLogprobs, seed, streams, countsAgree, refused, notes } = preflight
  const context = maxModelLen === null ? 'context unknown' : `context ${maxModelLen.toLocaleString('en')} tokens`
  return [
    `${url}: ${engineTitle(engine)}${version === null ? '' : ` ${version}`}, model ${model}, ${context}`,
    ...columns([
      ['  log-probabilities', yes(logprobs)],
      ['  likeliest tokens', yes(topLogprobs)],
      ['  seed', seed.replaceAll('_', ' ')],
      ['  streams', yes(streams)],
      ['  token counts', countsAgree === null ? 'unknown' : countsAgree ? 'agree' : 'differ'],
      ['  parameters left out', refused.length === 0 ? 'none' : refused.join(', ')],
    ]),
    ...notes.map((note) => preflightNoteWords(note)),
  ]
}

function yes(has: boolean): string {
  return has ? 'yes' : 'no'
}
