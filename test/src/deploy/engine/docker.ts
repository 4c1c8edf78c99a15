import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { promisify } from 'node:util'

/** The engine at an address: its command line, and what only its API says. */
export class Docker {
  constructor(
    readonly host: string,
    readonly compose: readonly string[],
  ) {}

  run(args: readonly string[], options: RunOptions = {}): Promise<string> {
    return run('docker', args, { ...options, env: { ...options.env, ...this.environment } })
  }

  /** The builder that every engine has: no plug-in is needed for it. */
  get environment(): Record<string, string> {
    return { DOCKER_HOST: this.host, DOCKER_BUILDKIT: '0' }
  }

  async versions(): Promise<string> {
    const [engine, compose] = await Promise.all([
      this.run(['version', '--format', '{{.Server.Version}}']),
      run(this.compose[0] ?? '', [...this.compose.slice(1), 'version', '--short']),
    ])
    return `Docker ${engine.trim()}, Compose ${compose.trim()}`
  }

  /** One field of an image or a container, by a template of Go's. */
  async inspect(what: string, template: string): Promise<string> {
    return (await this.run(['inspect', '--format', template, what])).trim()
  }

  async imageBytes(image: string): Promise<number> {
    return Number(await this.inspect(image, '{{.Size}}'))
  }

  /** What a container wrote, to stdout and to stderr. */
  logs(container: string): Promise<string> {
    return run('sh', ['-c', 'docker logs "$0" 2>&1', container], { env: this.environment })
  }

  /** What a container has used until now, by the kernel's count. */
  async usage(container: string): Promise<Usage> {
    return usageOf((await this.#get(`/containers/${container}/stats?stream=false&one-shot=true`)) as EngineStats)
  }

  #get(path: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call = request({ socketPath: this.host.replace('unix://', ''), path }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text))
          else reject(new Error(`the engine answers ${response.statusCode} to ${path}: ${text.slice(0, 300)}`))
        })
      })
      call.on('error', reject).end()
    })
  }
}

/** What a container has used by one moment. */
export interface Usage {
  readonly cpuNanoseconds: number
  readonly memoryBytes: number
  readonly processes: number
}

/** What the engine says of a container, as far as it is read here. */
interface EngineStats {
  readonly cpu_stats: { readonly cpu_usage: { readonly total_usage: number } }
  readonly memory_stats: { readonly usage?: number; readonly stats?: Readonly<Record<string, number>> }
  readonly pids_stats: { readonly current?: number }
}

/** Reads what the engine says; memory without the file cache that could be dropped, as `docker stats` has it. */
export function usageOf({ cpu_stats, memory_stats, pids_stats }: EngineStats): Usage {
  const { usage = 0, stats = {} } = memory_stats
  const cache = stats['total_inactive_file'] ?? stats['inactive_file'] ?? 0
  return {
    cpuNanoseconds: cpu_stats.cpu_usage.total_usage,
    memoryBytes: Math.max(0, usage - cache),
    processes: pids_stats.current ?? 0,
  }
}

/** The share of one processor that was used between two moments. */
export function cpuShare(before: Usage, after: Usage, seconds: number): number {
  return (after.cpuNanoseconds - before.cpuNanoseconds) / (seconds * 1e9)
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

const execute = promisify(execFile)

interface RunOptions {
  readonly minutes?: number
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end and gives what it wrote to stdout. Throws with the end of what it said where it fails. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { minutes = 10, cwd, env } = options
  const how = { timeout: minutes * 60_000, maxBuffer: 2 ** 27, env: { ...process.env, ...env } }
  try {
    return (await execute(command, [...args], cwd === undefined ? how : { ...how, cwd })).stdout
  } catch (error) {
    const { stdout = '', stderr = '', killed = false } = error as { stdout?: string; stderr?: string; killed?: boolean }
    const said = lastLines(`${stdout}\n${stderr}`) || (error instanceof Error ? error.message : String(error))
    throw new Error(
      `${command} ${args.slice(0, 4).join(' ')} … ${killed ? `took over ${minutes} minutes` : 'failed'}: ${said}`,
      { cause: error },
    )
  }
}

/** Whether a program is there and starts. */
export async function starts(command: string, args: readonly string[]): Promise<boolean> {
  return run(command, args, { minutes: 0.5 }).then(
    () => true,
    () => false,
  )
}

function lastLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-12)
    .join('\n')
}
