import { readFileSync } from 'node:fs'

const LEAST = 32

/** Loads the token that lets a scraper see teams by name; null if no file is set, and then none may. */
export function loadMetricsToken(path: string | undefined): string | null {
  if (path === undefined) return null
  const how = `make it with \`openssl rand -base64 48 > ${path}\``
  const text = textOf(path, how).trim()
  if (text.length >= LEAST) return text
  throw new Error(`the token in METRICS_TOKEN_FILE has ${text.length} characters and needs ${LEAST}: ${how}`)
}

function textOf(path: string, how: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`METRICS_TOKEN_FILE ${path} cannot be read: ${how}`, { cause })
  }
}
