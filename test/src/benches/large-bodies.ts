import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey, createTeam, findTeam, readPepper } from '@cges-fleet/db'
import { Patience } from '../chaos/patience/patience.js'
import { Witness } from '../chaos/patience/witness.js'
import { ChaosStores } from '../chaos/stores/chaos-stores.js'
import { spawnApp } from '../fleet/spawn-app.js'
import { MemoryGroup } from '../support/memory-group.js'
import { residentMegabytes } from '../support/resident-megabytes.js'
import { HOSTILE, HONEST, type Body } from './bodies.js'

// What the largest bodies cost the API in the memory of its container: npm run bodies. A bench, not a test: for each kind of
// body, four at once of two teams, it prints the peak of memory, the longest turn of the event loop, in CPU time, and the slowest
// answer that a third team got meanwhile, which on a busy machine is the machine's.
const LIMIT_MB = 512
const AT_ONCE = 4
const PEPPER = 'pepper-of-a-bench-0123456789-abcdefgh'

const witness = await Witness.start()
const patience = new Patience(witness)
const stores = await ChaosStores.start('postgres', patience)
const group = MemoryGroup.make(LIMIT_MB)
if (group === null) console.log('No control group can be made here: memory is that of the process, and has no limit.')
const keys = await Promise.all(['one', 'two', 'three'].map(newKey))
const variables = { DATABASE_URL: stores.databaseUrl, PORT: '0', KEY_PEPPER: PEPPER, LOG_LEVEL: 'error' }
const execArgv = ['--import', new URL('turn-meter.js', import.meta.url).href]
const start = () => spawnApp('api', variables, { execArgv })
const api = await (group?.start(start) ?? start())
try {
  await ask('/v1/pools', 2)
  console.log(['body', 'MB each', 'answers', 'seconds', 'memory MB', 'longest turn ms', 'slowest other ms'].join('\t'))
  for (const body of [...HONEST, ...HOSTILE]) await measure(body)
} finally {
  await api.kill('SIGKILL')
  await stores.stop()
  await witness.stop()
  group?.remove()
}

async function newKey(name: string): Promise<string> {
  await createTeam(stores.db, { name, weight: 1, limits: {} }, 'machine')
  const [team, pepper] = [await findTeam(stores.db, { name }), readPepper({ KEY_PEPPER: PEPPER })]
  if (team === null || pepper === null) throw new Error('no team')
  const wanted = { team: team.id, name: 'a member', role: 'member', scopes: null, expiresAt: null } as const
  return (await createKey(stores.db, wanted, { actor: 'machine', pepper })).key
}

async function measure({ name, type, make }: Body): Promise<void> {
  const bodies = Array.from({ length: AT_ONCE }, (_, n) => make(n))
  group?.takePeakMegabytes()
  const began = performance.now()
  await longestTurnMs()
  const others = watch()
  const answers = await Promise.all(bodies.map((body, n) => ask('/v1/benchmarks', n % 2, { type, body })))
  const { slowestMs, residentMb } = await others.end()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const megabytes = ((bodies[0]?.length ?? 0) / 1e6).toFixed(1)
  const turn = Math.round(await longestTurnMs())
  const memory = group?.takePeakMegabytes() ?? residentMb
  console.log([name, megabytes, answers.join(' '), seconds, memory, turn, Math.round(slowestMs)].join('\t'))
}

/** The most CPU time between two ticks of the API's event loop since this was last asked. */
async function longestTurnMs(): Promise<number> {
  if (api.process.exitCode !== null || api.process.signalCode !== null) return NaN
  api.process.send('longest turn')
  const [{ longestMs }] = (await once(api.process, 'message')) as [{ longestMs: number }]
  return longestMs
}

async function ask(path: string, who: number, sent?: { type: string; body: Buffer }): Promise<string> {
  const headers = { authorization: `Bearer ${keys[who]}`, ...(sent === undefined ? {} : { 'content-type': sent.type }) }
  const init = sent === undefined ? { headers } : { method: 'POST', headers, body: new Uint8Array(sent.body) }
  return fetch(`${api.listening}${path}`, init).then(
    async (response) => {
      const text = await response.text()
      return response.ok
        ? String(response.status)
        : `${response.status} (${text
            .slice(0, 400)
            .replace(/^.*"detail":/, '')
            .slice(0, 60)})`
    },
    (error: Error) =>
      (api.process.exitCode ?? api.process.signalCode) === null
        ? `broken off (${String(error.cause)})`
        : 'THE API DIED',
  )
}

/** Asks a cheap route as another team, again and again, and keeps the slowest answer. */
function watch(): { end(): Promise<{ slowestMs: number; residentMb: number }> } {
  const ended = new AbortController()
  let [slowestMs, residentMb] = [0, 0]
  const asking = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now()
      const answer = await ask('/v1/pools', 2)
      slowestMs = Math.max(slowestMs, answer === '200' ? performance.now() - began : Infinity)
      residentMb = Math.max(residentMb, residentMegabytes(api.process.pid) ?? 0)
      await sleep(30)
    }
  })()
  const end = async () => {
    ended.abort()
    await asking
    return { slowestMs, residentMb: Math.round(residentMb) }
  }
  return { end }
}
