import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The path of a file that this package ships, such as its recording. */
export function packagePath(name: string): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url))
}

/** Reads a file that this package ships. */
export function packageFile(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(packagePath(name)))
}

/** Reads a JSON file that this package ships. */
export function packageJson(name: string): unknown {
  return JSON.parse(new TextDecoder().decode(packageFile(name)))
}
