import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'

/** Where frames are dropped by chance: a classic BPF program that a kernel without netem runs as well. */
const dropping = (share: number) => `4,32 0 0 4294963256,53 1 0 ${Math.round(share * 0xff_ff_ff_ff)},6 0 0 2,6 0 0 0,`

/** Why this machine cannot make hosts of its own; null if it can. */
export function whyNoHosts(): string | null {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  for (const tool of ['ip', 'bridge', 'tc', 'nsenter']) {
    if (spawnSync(tool, ['-V']).error !== undefined) return `needs ${tool}: install iproute2 and util-linux`
  }
  try {
    const network = TestNetwork.make(['probe'])
    network.loseShare(0.1)
    network.remove()
    return null
  } catch (error) {
    return `this kernel or container refuses network namespaces: ${String(error).split('\n').slice(0, 2).join(' ')}`
  }
}

/**
 * Hosts on one switch, each a network namespace of Linux with an address of its own; this process is on the switch too.
 * What goes wrong does so at the switch: hosts are told nothing but what their own card would tell them.
 */
export class TestNetwork {
  /** Who made it, so that others can tell whether it was left behind. */
  readonly #name = `cges${process.pid}`
  readonly #block = `198.18.${randomInt(1, 255)}`

  private constructor(private readonly hosts: readonly string[]) {}

  static make(hosts: readonly string[]): TestNetwork {
    removeLeftBehind()
    const network = new TestNetwork(hosts)
    try {
      network.#build()
    } catch (error) {
      network.remove()
      throw error
    }
    process.once('exit', network.remove)
    return network
  }

  /** Of this process. */
  get hostAddress(): string {
    return `${this.#block}.254`
  }

  addressOf(host: string): string {
    return `${this.#block}.${this.#nth(host) + 1}`
  }

  /** What a command begins with to run on a host. */
  on(host: string): readonly [string, ...string[]] {
    return ['nsenter', `--net=/run/netns/${this.#space(host)}`]
  }

  /** Nothing arrives from a host and nothing at it, and nobody is told. */
  silence(host: string): void {
    this.#switch('bridge', 'link', 'set', 'dev', this.#port(host), 'state', '0')
  }

  /** Pulls a host's cable: its card sees that. */
  unplug(host: string): void {
    this.#switch('ip', 'link', 'set', this.#port(host), 'down')
  }

  /** Ends what `silence` or `unplug` began. */
  restore(host: string): void {
    this.#switch('ip', 'link', 'set', this.#port(host), 'up')
    this.#switch('bridge', 'link', 'set', 'dev', this.#port(host), 'state', '3')
  }

  /** What one host sends to another goes nowhere; what it hears from it still arrives. */
  misdirect(from: string, to: string): void {
    const nobody = ['lladdr', '02:00:00:00:00:01', 'nud', 'permanent']
    run(...this.on(from), 'ip', 'neigh', 'replace', this.addressOf(to), ...nobody, 'dev', 'eth0')
  }

  /** Ends what `misdirect` began. */
  redirect(from: string, to: string): void {
    run(...this.on(from), 'ip', 'neigh', 'del', this.addressOf(to), 'dev', 'eth0')
  }

  /** Drops this share of the frames that hosts send, by chance; 0 ends it. */
  loseShare(share: number): void {
    for (const host of this.hosts) {
      const device = ['dev', this.#port(host)]
      this.#switch('tc', 'filter', 'delete', ...device, 'ingress')
      if (share === 0) continue
      this.#switch('tc', 'filter', 'add', ...device, 'ingress', 'bpf', 'da', 'bytecode', dropping(share))
    }
  }

  /** Has frames arrive at a host so much later, give or take the jitter; false where the kernel has no netem. */
  delay(host: string, ms: number, jitterMs: number): boolean {
    const netem = ['netem', 'delay', `${ms}ms`, `${jitterMs}ms`]
    try {
      this.#switch('tc', 'qdisc', 'add', 'dev', this.#port(host), 'root', ...netem)
      return true
    } catch (error) {
      if (/qdisc kind is unknown/.test(String(error))) return false
      throw error
    }
  }

  /** How many frames were dropped by chance so far. */
  get lost(): number {
    return this.hosts.reduce((sum, host) => {
      const said = this.#switch('tc', '-s', 'qdisc', 'show', 'dev', this.#port(host), 'clsact')
      return sum + Number(/dropped (\d+)/.exec(said)?.[1] ?? 0)
    }, 0)
  }

  /** Takes all of it down; processes that still run on a host keep theirs until they end. */
  readonly remove = (): void => {
    process.off('exit', this.remove)
    for (const space of ['switch', ...this.hosts]) spawnSync('ip', ['netns', 'delete', this.#space(space)])
  }

  #build(): void {
    run('ip', 'netns', 'add', this.#space('switch'))
    this.#switch('ip', 'link', 'add', 'bridge0', 'type', 'bridge')
    this.#switch('ip', 'link', 'set', 'bridge0', 'up')
    for (const host of this.hosts) {
      const space = this.#space(host)
      run('ip', 'netns', 'add', space)
      this.#connect(host, ['eth0', 'netns', space])
      const inside = (...command: string[]) => run(...this.on(host), ...command)
      inside('ip', 'address', 'add', `${this.addressOf(host)}/24`, 'dev', 'eth0')
      inside('ip', 'link', 'set', 'eth0', 'up')
      inside('ip', 'link', 'set', 'lo', 'up')
    }
    this.#connect('own', [this.#name])
    run('ip', 'address', 'add', `${this.hostAddress}/24`, 'dev', this.#name)
    run('ip', 'link', 'set', this.#name, 'up')
  }

  /** A cable from the switch to a card: its name, and where it is. */
  #connect(host: string, card: readonly string[]): void {
    const port = this.#port(host)
    run('ip', 'link', 'add', port, 'netns', this.#space('switch'), 'type', 'veth', 'peer', 'name', ...card)
    this.#switch('ip', 'link', 'set', port, 'master', 'bridge0')
    this.#switch('ip', 'link', 'set', port, 'up')
    this.#switch('tc', 'qdisc', 'add', 'dev', port, 'clsact')
  }

  #switch(...command: string[]): string {
    return run('nsenter', `--net=/run/netns/${this.#space('switch')}`, ...command)
  }

  #space(host: string): string {
    return `${this.#name}-${host}`
  }

  #port(host: string): string {
    return host === 'own' ? 'port-own' : `port${this.#nth(host)}`
  }

  #nth(host: string): number {
    const nth = this.hosts.indexOf(host)
    if (nth === -1) throw new Error(`there is no host ${host}`)
    return nth
  }
}

/** What runs that were killed could not take down. */
function removeLeftBehind(): void {
  for (const [space, pid = ''] of run('ip', 'netns', 'list').matchAll(/^cges(\d+)-\S+/gm)) {
    if (!existsSync(`/proc/${pid}`)) spawnSync('ip', ['netns', 'delete', space])
  }
}

function run(...[command = '', ...args]: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
