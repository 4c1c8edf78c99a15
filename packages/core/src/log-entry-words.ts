import { counted } from './counted.js'
import { priceWords } from './money-words.js'
import type { AuditEntry } from './schemas/identity.js'
import { teamChangeWords } from './team-change-words.js'

type LoggedEntry = Pick<AuditEntry, 'actor' | 'keyName' | 'action' | 'subject' | 'detail' | 'times'>

/** Says an entry of the log as one sentence: who did what to whom. */
export function logEntryWords(entry: LoggedEntry): string {
  const did = DID[entry.action]
  const often = entry.times > 1 ? `, ${counted(entry.times, 'time')} within an hour` : ''
  return `${actorWords(entry)} ${did === undefined ? `did ${entry.action} to ${entry.subject ?? 'the fleet'}` : did(entry)}${often}.`
}

/** Who acted, as a sentence begins with it. */
function actorWords({ actor, keyName }: LoggedEntry): string {
  if (keyName !== null) return `Key ${keyName} (${actor})`
  return ACTORS[actor] ?? actor
}

const ACTORS: Readonly<Record<string, string>> = {
  local: 'Someone at this machine',
  machine: 'The operator of the machine',
  nobody: 'Someone without a key',
  others: 'Others',
  retention: 'Retention',
}

type Did = (entry: LoggedEntry) => string

const evaluation =
  (verb: string): Did =>
  ({ subject, detail }) =>
    `${verb} evaluation ${text(detail['name']) ?? subject ?? ''}${whyWords(detail)}`

/** What each action is as a verb and what it is done to; a test compares it with the actions that there are. */
export const DID: Readonly<Record<string, Did>> = {
  'access.denied': ({ subject, detail }) =>
    `was refused ${subject ?? 'several routes'}, which needs ${text(detail['needs']) ?? 'another scope'}`,
  'access.refused': ({ subject, detail }) =>
    `was refused${subject === null ? '' : ` with key ${subject}`}, coming from ${text(detail['address']) ?? 'somewhere'}`,
  'evaluation.archive': evaluation('archived'),
  'evaluation.cancel': evaluation('cancelled'),
  'evaluation.delete': evaluation('deleted'),
  'evaluation.delete-texts': evaluation('deleted the texts of'),
  'evaluation.extend': evaluation('extended'),
  'evaluation.label': evaluation('changed tags or note of'),
  'evaluation.pause': evaluation('paused'),
  'evaluation.priority': ({ subject, detail }) =>
    `changed the priority of evaluation ${text(detail['name']) ?? subject ?? ''} from ${text(detail['from']) ?? ''} to ${text(detail['to']) ?? ''}`,
  'evaluation.regrade': evaluation('regraded'),
  'evaluation.rename': ({ subject, detail }) =>
    `renamed evaluation ${text(detail['from']) ?? subject ?? ''} to ${text(detail['to']) ?? 'another name'}`,
  'evaluation.resume': evaluation('resumed'),
  'evaluation.retry': evaluation('retried'),
  'evaluation.unarchive': evaluation('unarchived'),
  'evaluation.verdicts': evaluation('added verdicts to'),
  'key.create': ({ subject, detail }) => {
    const of = detail['person'] === undefined ? 'key' : 'their own key'
    return `made ${of} ${text(detail['name']) ?? ''} (${subject ?? ''}) with the role ${text(detail['role']) ?? ''}`
  },
  'key.revoke': ({ subject }) => `revoked key ${subject ?? ''}`,
  'key.rotate': ({ subject, detail }) => `replaced key ${subject ?? ''} by ${text(detail['replacedBy']) ?? 'another'}`,
  'member.change': ({ detail }) =>
    `is now ${text(detail['role']) ?? ''} instead of ${text(detail['before']) ?? ''}, as their groups say`,
  'member.join': ({ detail }) => `joined as ${text(detail['role']) ?? ''}, as their groups say`,
  'member.leave': ({ detail }) => `left, as their groups say: was ${text(detail['role']) ?? ''}`,
  'member.map': ({ subject, detail }) =>
    `gave the group ${subject ?? ''} the role ${text(detail['role']) ?? ''}${detail['before'] === undefined ? '' : ` instead of ${text(detail['before']) ?? ''}`}`,
  'member.unmap': ({ subject, detail }) =>
    `took the role ${text(detail['role']) ?? ''} from the group ${subject ?? ''}`,
  'person.end': ({ subject, detail }) =>
    `ended ${subject ?? ''}, with ${counted(Number(detail['keys'] ?? 0), 'key')} of their own`,
  'person.readmit': ({ subject }) => `let ${subject ?? ''} sign in again`,
  'pool.pause': ({ subject, detail }) => `paused pool ${subject ?? ''}${whyWords(detail)}`,
  'pool.price': ({ subject, detail }) => {
    const { currency } = detail
    const price = typeof currency === 'string' ? `: it ${priceWords({ ...amounts(detail), currency })}` : ''
    return `set the price of pool ${subject ?? ''}${price}`
  },
  'pool.promise': ({ subject }) => `set what pool ${subject ?? ''} serves`,
  'pool.reserve': ({ subject, detail }) => `reserved ${reservationWords(detail)} of pool ${subject ?? ''}`,
  'pool.resume': ({ subject }) => `resumed pool ${subject ?? ''}`,
  'pool.unreserve': ({ subject, detail }) =>
    `cancelled the reservation of ${reservationWords(detail)} of pool ${subject ?? ''}`,
  'pool.visibility': ({ subject, detail }) =>
    `changed what everyone sees of other teams in pool ${subject ?? ''} from ${text(detail['from']) ?? ''} to ${text(detail['to']) ?? ''}`,
  'session.end': () => 'was signed out by the provider',
  'session.start': () => 'signed in to the dashboard',
  'share.change': () => 'changed when a share link ends',
  'share.create': () => 'made a share link',
  'share.revoke': () => 'revoked a share link',
  'team.change': ({ subject, detail }) => {
    const changes = teamChangeWords(detail)
    return `changed team ${subject ?? ''}${changes === '' ? '' : `: ${changes}`}`
  },
  'team.create': ({ subject }) => `created team ${subject ?? ''}`,
  'webhook.test': ({ subject }) => `sent a test to webhook ${subject ?? ''}`,
}

/** The reason that somebody gave, after what they did. */
function whyWords(detail: LoggedEntry['detail']): string {
  const why = text(detail['reason'])
  return why === null ? '' : `: “${why}”`
}

function reservationWords(detail: LoggedEntry['detail']): string {
  return `${counted(Number(detail['slots'] ?? 0), 'slot')} for team ${text(detail['team']) ?? ''}`
}

function amounts({ gpuHour, promptMillion, completionMillion }: LoggedEntry['detail']) {
  return {
    gpuHour: amount(gpuHour),
    promptMillion: amount(promptMillion),
    completionMillion: amount(completionMillion),
  }
}

function amount(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
