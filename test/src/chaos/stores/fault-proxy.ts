import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net'

interface Pair {
  readonly client: Socket
  readonly server: Socket
  /** Forgotten by the network: it stays silent for good. */
  dead: boolean
}

/** Cuts the connection of whoever sends this text, once the store has got it and before it can answer. */
interface Cut {
  readonly after: string
  times: number
}

/** A network that can go wrong, between a process and a store. */
export class FaultProxy {
  readonly #pairs = new Set<Pair>()
  #silent = false
  #delayMs = 0
  #resetAfterBytes = Infinity
  #cut: Cut | undefined
  cuts = 0

  private constructor(
    private readonly listener: Server,
    private target: NetConnectOpts,
  ) {}

  static async start(target: NetConnectOpts, host = '127.0.0.1'): Promise<FaultProxy> {
    const listener = createServer({ pauseOnConnect: true })
    const proxy = new FaultProxy(listener, target)
    listener.on('connection', (client) => proxy.#accept(client))
    listener.listen(0, host)
    await once(listener, 'listening')
    return proxy
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port
  }

  /** Nothing arrives any more, and nobody is told: a partition. */
  partition(): void {
    this.#silent = true
    for (const pair of this.#pairs) this.#hush(pair)
  }

  /**
   * The network is there again. What was held back arrives now (`resume`), or connections are reset, or those from
   * before stay silent for ever though new ones work: half-open.
   */
  heal(how: 'resume' | 'reset' | 'half-open'): void {
    this.#silent = false
    for (const pair of this.#pairs) {
      if (how === 'half-open') pair.dead = true
      else if (how === 'reset') this.#end(pair)
      else this.#speak(pair)
    }
  }

  /** Delays everything by this much; 0 ends it. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  /** Resets each connection that has brought this many bytes from the store; Infinity ends it. */
  resetAfter(bytes: number): void {
    this.#resetAfterBytes = bytes
  }

  /** Lets the next so many messages with this text through, and cuts their sender off before the answer. */
  cutAfter(after: string, times: number): void {
    this.#cut = { after, times }
  }

  /** Leads to another server from now on; whoever is connected is reset. */
  leadTo(target: NetConnectOpts): void {
    this.target = target
    this.reset()
  }

  /** Resets every connection there is. */
  reset(): void {
    for (const pair of this.#pairs) this.#end(pair)
  }

  async close(): Promise<void> {
    this.reset()
    this.listener.close()
    await once(this.listener, 'close')
  }

  #accept(client: Socket): void {
    const server = connect(this.target)
    const pair: Pair = { client, server, dead: false }
    this.#pairs.add(pair)
    let brought = 0
    client.setNoDelay(true)
    client.on('data', (bytes: Buffer) => this.#pass(pair, server, bytes))
    server.on('data', (bytes: Buffer) => {
      brought += bytes.length
      if (brought > this.#resetAfterBytes) this.#end(pair)
      else this.#pass(pair, client, bytes)
    })
    for (const socket of [client, server]) {
      socket.on('error', () => this.#end(pair))
      socket.on('close', () => this.#end(pair))
    }
    if (this.#silent) this.#hush(pair)
    else client.resume()
  }

  #pass(pair: Pair, to: Socket, bytes: Buffer): void {
    const send = () => {
      if (!to.destroyed) to.write(bytes)
      if (to === pair.server && this.#isCut(bytes)) setImmediate(() => this.#cutOff(pair))
    }
    if (this.#delayMs > 0) setTimeout(send, this.#delayMs)
    else send()
  }

  #isCut(bytes: Buffer): boolean {
    if (this.#cut === undefined || this.#cut.times === 0 || !bytes.includes(this.#cut.after)) return false
    this.#cut.times--
    this.cuts++
    return true
  }

  /** The sender hears nothing; the store may finish what it was told. */
  #cutOff(pair: Pair): void {
    pair.server.removeAllListeners('data').resume()
    pair.client.resetAndDestroy()
    setTimeout(() => this.#end(pair), 250)
  }

  #hush(pair: Pair): void {
    pair.client.pause()
    pair.server.pause()
  }

  #speak(pair: Pair): void {
    if (pair.dead) return
    pair.client.resume()
    pair.server.resume()
  }

  #end(pair: Pair): void {
    if (!this.#pairs.delete(pair)) return
    if (!pair.client.destroyed) pair.client.resetAndDestroy()
    pair.server.destroy()
  }
}
