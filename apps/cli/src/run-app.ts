import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { childEnvironment } from './env.js'
import { inCheckout } from './in-checkout.js'
import { appEntry } from './paths.js'

/**
 * Runs one of the fleet's processes in place of this one: its signals are passed on, and this one ends when it does, with
 * its status.
 */
export async function runApp(
  app: Parameters<typeof appEntry>[0],
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  if (!existsSync(appEntry(app))) await inCheckout()
  // The IPC channel ends it with this process, however that ends.
  const child = spawn(process.execPath, [appEntry(app)], {
    env: childEnvironment(variables),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGTERM')
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const [code]: (number | null)[] = await once(child, 'exit')
  process.exitCode = code ?? 1
}
