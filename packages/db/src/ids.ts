import { createHash, randomFillSync } from 'node:crypto'

/** Makes a UUID version 7 (RFC 9562): ids made later sort later, so that index pages fill in order. */
export function newId(): string {
  const bytes = Buffer.alloc(16)
  randomFillSync(bytes)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Returns the least id of those that `newId` makes from an instant on. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}

/** A team's id; every verb on a team's data takes one. */
export type TeamId = string & { readonly __team: true }

/** The team of an installation that has created no others. */
export const LOCAL_TEAM = asTeamId('00000000-0000-7000-8000-000000000001')

/** Marks a string read from the database as a team's id. */
export function asTeamId(id: string): TeamId {
  return id as TeamId
}

/** SHA-256 of a text as UTF-8, for core, which takes its hash as a parameter. */
export function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
