/** Environment as handed to the process. */
type Environment = Readonly<Record<string, string | undefined>>

const HOW = 'set API_URL to the address of the cges-fleet API, such as http://127.0.0.1:3000'

/** Returns the API's address, or throws an error that names the variable to set. */
export function parseApiUrl(environment: Environment = process.env): URL {
  const text = environment['API_URL']
  if (text === undefined || text.trim() === '') throw new Error(`API_URL is not set: ${HOW}.`)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error(`API_URL is "${text}", not an address: ${HOW}.`)
  return url
}

/** Returns whether this is the dev server, whose framework compiles code in the browser. */
export function isDevelopment(environment: Environment = process.env): boolean {
  return environment['NODE_ENV'] === 'development'
}
