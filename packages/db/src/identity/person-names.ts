import { type Db, query } from '../connection/query.js'

interface Naming {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

const LONGEST = 80

/** What the log calls those who are no people, and the form of a key's id, by which it calls keys. */
const RESERVED = /^(?:machine|local|nobody|others|retention|[a-z0-9]{12})$/

/**
 * Chooses a name that nobody else has, no key either: owners and the log are told apart by it. Pass a transaction in
 * which names are given one after the other.
 */
export async function freeName(tx: Db, { id, name, email }: Naming): Promise<string> {
  const choices = namesFor(name, email)
  const numbered = Array.from({ length: 20 }, (_, at) => `${choices[0] ?? 'Somebody'} (${at + 2})`)
  const all = [...choices, ...numbered]
  const taken = await query<{ name: string }>(
    tx,
    `SELECT lower(name) AS name FROM person WHERE lower(name) = ANY ($1)
     UNION SELECT lower(name) FROM api_key WHERE lower(name) = ANY ($1) AND person_id IS NULL`,
    [all.map((one) => one.toLowerCase())],
  )
  const free = all.find((one) => !taken.some((other) => other.name === one.toLowerCase()))
  return free ?? `${choices[0] ?? 'Somebody'} (${id})`
}

/** The names to try, best first: as the provider says, with the e-mail address, and what is before its @. */
export function namesFor(name: string | null, email: string | null): string[] {
  const said = plainName(name)
  const address = plainName(email)
  const first = said === '' ? (address.split('@', 1)[0] ?? '') : said
  const withAddress = first === '' || address === '' ? [] : [`${first.slice(0, 40)} (${address.slice(0, 70)})`]
  return [...(first === '' || RESERVED.test(first) ? [] : [first]), ...withAddress]
}

/** Text on one line, in one spelling, without characters that nobody sees or that turn what follows around. */
function plainName(text: string | null): string {
  const visible = (text ?? '').normalize('NFKC').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
  return [...visible.replaceAll(/\s+/g, ' ').trim()].slice(0, LONGEST).join('')
}
