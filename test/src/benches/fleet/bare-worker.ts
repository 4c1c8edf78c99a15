import { setTimeout as sleep } from 'node:timers/promises'
import { openBackend } from '@cges-fleet/queue'
import { type Job, Worker } from 'bullmq'
import pg from 'pg'
import { Agent, request } from 'undici'
import { BARE_QUEUE, bareEnvironment } from './bare-environment.js'

// The least that any durable worker does for a sample: takes a job from BullMQ, reads one streamed answer, writes one
// row together with others that landed meanwhile, and completes the job. A process of the bench `floor`.
interface Row {
  readonly job: string
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const { databaseUrl, redisUrl, modelUrl, concurrency } = bareEnvironment(process.env)
const { connection } = await openBackend({ databaseUrl, redisUrl })
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const dispatcher = new Agent({ connections: concurrency })
let waiting: Row[] = []

const INSERT = {
  name: 'landed',
  text: 'INSERT INTO bare_sample (job, text) SELECT * FROM unnest($1::text[], $2::text[])',
}

function landed(job: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => waiting.push({ job, text, resolve, reject }))
}

async function write(): Promise<void> {
  const rows = waiting.splice(0)
  try {
    await client.query({ ...INSERT, values: [rows.map(({ job }) => job), rows.map(({ text }) => text)] })
    for (const { resolve } of rows) resolve()
  } catch (error) {
    for (const { reject } of rows) reject(error)
  }
}

async function answerOf(job: string, seed: number): Promise<string> {
  const messages = [{ role: 'user', content: `question ${seed % 400}` }]
  const { body } = await request(`${modelUrl}/v1/chat/completions`, {
    method: 'POST',
    dispatcher,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'fake-model', messages, seed, request_id: job, stream: true, logprobs: true }),
  })
  const lines = (await body.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => textOf(JSON.parse(line.slice(6)) as Chunk)).join('')
}

interface Chunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[]
}

function textOf({ choices }: Chunk): string {
  return choices.map(({ delta }) => delta.content ?? '').join('')
}

const draw = async ({ id = '', data }: Job<{ index: number }>): Promise<void> => {
  await landed(id, await answerOf(id, data.index))
}
const worker = new Worker(BARE_QUEUE, draw, { connection, concurrency })
worker.on('completed', () => process.send?.('completed'))
for (;;) {
  if (waiting.length === 0) await sleep(1)
  else await write()
}
