import { request } from 'node:http'
import { run, type RunOptions } from './run.js'
import { type EngineStats, type Usage, usageOf } from './usage.js'

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
      const asked = request({ socketPath: this.host.replace('unix://', ''), path }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text))
          else reject(new Error(`the engine answers ${response.statusCode} to ${path}: ${text.slice(0, 300)}`))
        })
      })
      asked.on('error', reject).end()
    })
  }
}
