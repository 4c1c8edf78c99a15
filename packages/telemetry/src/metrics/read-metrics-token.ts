import { readFileSync } from 'node:fs'

const LEAST = 32

/** Reads what shows that a scraper may see teams by name; null where no file is set, and then nobody may. */
export function readMetricsToken(path: string | undefined): string | null {
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
