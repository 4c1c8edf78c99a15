import { fork } from 'node:child_process'
import { once } from 'node:events'
import { decideRound } from '@cges-fleet/coordinator/rounds'
import { ListPools, pathOf } from '@cges-fleet/core/contract'
import { createKey, createTeam, findTeam, loadPepper } from '@cges-fleet/db'
import { Patience } from '../../chaos/patience/patience.js'
import { Witness } from '../../chaos/patience/witness.js'
import { ChaosStores } from '../../chaos/stores/chaos-stores.js'
import { type RunningApp, spawnApp } from '../../fleet/spawn-app.js'
import { MemoryGroup, residentMegabytes } from '../../support/memory.js'

const LIMIT_MB = 512
const PEPPER = 'pepper-of-a-bench-0123456789-abcdefgh'
const TEAMS = ['one', 'two', 'three']
const HEAD = ['work', 'MB each', 'answers', 'seconds', 'memory MB', 'longest turn ms', 'slowest other ms']

/** A body sent to the API; a GET if there is none. */
export interface Sent {
  readonly type: string
  readonly body: Buffer | string
}

/** Pieces of work done at once. */
export interface Work {
  readonly name: string
  readonly megabytes: number
  readonly works: readonly (() => Promise<string>)[]
}

/** An API in the memory of its container, observed by a third team while two others work. */
export class WatchedApi {
  private constructor(
    private readonly api: RunningApp,
    private readonly keys: readonly string[],
    private readonly held: {
      readonly stores: ChaosStores
      readonly witness: Witness
      readonly group: MemoryGroup | null
    },
  ) {}

  static async start(): Promise<WatchedApi> {
    const witness = await Witness.start()
    const stores = await ChaosStores.start('postgres', new Patience(witness))
    const group = MemoryGroup.make(LIMIT_MB)
    if (group === null)
      console.log('No control group can be made here: memory is that of the process, and has no limit.')
    const keys = await Promise.all(TEAMS.map((name) => newKey(stores, name)))
    const variables = { DATABASE_URL: stores.databaseUrl, PORT: '0', KEY_PEPPER: PEPPER, LOG_LEVEL: 'error' }
    const execArgv = ['--import', new URL('turn-meter.js', import.meta.url).href]
    const start = () => spawnApp('api', variables, { execArgv })
    const api = new WatchedApi(await (group?.start(start) ?? start()), keys, { stores, witness, group })
    await api.ask(pathOf(ListPools), 2)
    console.log(HEAD.join('\t'))
    return api
  }

  async stop(): Promise<void> {
    await this.api.kill('SIGKILL')
    await this.held.stores.stop()
    await this.held.witness.stop()
    this.held.group?.remove()
  }

  /** Does all the work at once, and prints what it cost the API and the third team. */
  async measure({ name, megabytes, works }: Work): Promise<void> {
    this.held.group?.takePeakMegabytes()
    const began = performance.now()
    await this.#longestTurnMs()
    const others = await this.#watch()
    const answers = await Promise.all(works.map((work) => work()))
    const { slowestMs, residentMb } = await others.end()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const turn = Math.round(await this.#longestTurnMs())
    const memory = this.held.group?.takePeakMegabytes() ?? residentMb
    const cells = [megabytes.toFixed(1), answers.join(' '), seconds, memory, turn, Math.round(slowestMs)]
    console.log([name, ...cells].join('\t'))
  }

  /** Runs rounds until the imported samples have been read. */
  async takeIn(evaluationId: string): Promise<void> {
    while ((await decideRound(this.held.stores.db, evaluationId)).more);
  }

  /** Makes a request as one of the teams, and returns the outcome. */
  async ask(path: string, team: number, sent?: Sent): Promise<string> {
    return this.fetch(path, team, sent).then(
      async (response) => {
        const text = await response.text()
        const why = text.slice(0, 400).replace(/^.*"detail":/, '')
        return response.ok ? String(response.status) : `${response.status} (${why.slice(0, 60)})`
      },
      (error: Error) =>
        (this.api.process.exitCode ?? this.api.process.signalCode) === null
          ? `broken off (${String(error.cause)})`
          : 'THE API DIED',
    )
  }

  async fetch(path: string, team: number, sent?: Sent): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.keys[team]}`,
      ...(sent === undefined ? {} : { 'content-type': sent.type }),
    }
    const init =
      sent === undefined ? { headers } : { method: 'POST', headers, body: new Uint8Array(Buffer.from(sent.body)) }
    return fetch(`${this.api.listening}${path}`, init)
  }

  /** The most CPU time between two ticks of the API's event loop since the last call. */
  async #longestTurnMs(): Promise<number> {
    if (this.api.process.exitCode !== null || this.api.process.signalCode !== null) return NaN
    this.api.process.send('longest turn')
    const [{ longestMs }] = (await once(this.api.process, 'message')) as [{ longestMs: number }]
    return longestMs
  }

  /** Makes cheap requests as a third team, and watches the API's memory meanwhile. */
  async #watch(): Promise<{ end(): Promise<{ slowestMs: number; residentMb: number }> }> {
    const onlooker = fork(new URL('onlooker.js', import.meta.url), [this.api.listening ?? '', this.keys[2] ?? ''])
    await once(onlooker, 'message')
    let residentMb = 0
    const looking = setInterval(() => {
      residentMb = Math.max(residentMb, residentMegabytes(this.api.process.pid) ?? 0)
    }, 30)
    const end = async () => {
      clearInterval(looking)
      onlooker.send('end')
      const [slowestMs] = (await once(onlooker, 'message')) as [number]
      return { slowestMs, residentMb: Math.round(residentMb) }
    }
    return { end }
  }
}

async function newKey(stores: ChaosStores, name: string): Promise<string> {
  await createTeam(stores.db, { name, weight: 1, limits: {}, keep: {}, gateway: {} }, 'machine')
  const team = await findTeam(stores.db, { name })
  const pepper = loadPepper({ KEY_PEPPER: PEPPER })
  if (team === null || pepper === null) throw new Error('no team')
  const wanted = { team: team.id, name: 'a member', role: 'member', scopes: null, expiresAt: null } as const
  return (await createKey(stores.db, wanted, { actor: 'machine', pepper })).key
}
