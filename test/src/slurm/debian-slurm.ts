import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

const DAEMONS = ['munged', 'slurmctld', 'slurmd']
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`

/** Debian's packages: apt-get install slurmctld slurmd slurm-client munge. */
export const HAS_SLURM = DAEMONS.every(
  (name) => spawnSync(name, ['--version'], { env: { ...process.env, PATH } }).error === undefined,
)

/** Slurm itself on this machine: a controller and one node with two devices that pass for GPUs, on ports of its own. */
export class DebianSlurm {
  readonly folder = mkdtempSync(join(tmpdir(), 'slurm-'))
  readonly #daemons: ChildProcess[] = []

  static async start(): Promise<DebianSlurm> {
    const slurm = new DebianSlurm()
    await slurm.#write()
    const munge = ['key-file', 'socket', 'pid-file', 'log-file', 'seed-file'].map(
      (name) => `--${name}=${join(slurm.folder, `munge.${name}`)}`,
    )
    slurm.#run('munged', ['--foreground', '--force', ...munge])
    slurm.#run('slurmctld', ['-D'])
    slurm.#run('slurmd', ['-D', '-N', hostname()])
    await slurm.#until(['sinfo', '--noheader', '--format=%t'], 'idle\n').catch(async (error: unknown) => {
      await slurm.#end()
      throw error
    })
    return slurm
  }

  get version(): string {
    return this.tells('sbatch', '--version').trim()
  }

  /** What whoever calls its commands has in the environment. */
  get environment(): { readonly SLURM_CONF: string } {
    return { SLURM_CONF: join(this.folder, 'slurm.conf') }
  }

  tells(command: string, ...args: readonly string[]): string {
    const env = { ...process.env, ...this.environment }
    return spawnSync(command, args, { encoding: 'utf8', env }).stdout
  }

  /** A job as `scontrol` shows it. */
  job(id: string): { readonly state: string; readonly restarts: number } {
    const job = this.tells('scontrol', 'show', 'job', id)
    const field = (name: string) => new RegExp(String.raw`\b${name}=(\S+)`, 'u').exec(job)?.[1] ?? ''
    return { state: field('JobState'), restarts: Number(field('Restarts')) }
  }

  async stop(): Promise<void> {
    this.tells('scancel', '--user', userInfo().username)
    await this.#until(['squeue', '--noheader'], '')
    await this.#end()
  }

  #until([command = '', ...args]: readonly string[], said: string): Promise<void> {
    const look = () => {
      const reply = this.tells(command, ...args)
      if (reply !== said) throw new Error(`${command} says ${reply}`)
    }
    return vi.waitFor(look, { timeout: 60_000, interval: 200 })
  }

  async #end(): Promise<void> {
    for (const daemon of this.#daemons.toReversed()) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) continue
      daemon.kill('SIGTERM')
      await once(daemon, 'exit')
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  #run(name: string, args: readonly string[]): void {
    const env = { ...process.env, ...this.environment, PATH }
    this.#daemons.push(spawn(name, args, { env, stdio: 'ignore' }))
  }

  async #write(): Promise<void> {
    const { folder } = this
    for (const name of ['state', 'spool']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'munge.key-file'), randomBytes(1024), { mode: 0o400 })
    // Counts alone do not register: a GPU has a device file.
    writeFileSync(join(folder, 'gres.conf'), 'Name=gpu File=/dev/null\nName=gpu File=/dev/zero\n')
    writeFileSync(join(folder, 'slurm.conf'), configuration(folder, [await freePort(), await freePort()]))
  }
}

/** A job that is queued again waits until its credential has expired; one beyond its limit has a second to end. */
function configuration(folder: string, [controller, node]: readonly [number, number]): string {
  const host = hostname()
  const user = userInfo().username
  return `ClusterName=cges
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controller}
SlurmdPort=${node}
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${folder}/munge.socket,cred_expire=5
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SlurmdParameters=config_overrides
GresTypes=gpu
KillWait=1
ReturnToService=2
NodeName=${host} NodeAddr=127.0.0.1 CPUs=8 RealMemory=4000 Gres=gpu:2 State=UNKNOWN
PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
