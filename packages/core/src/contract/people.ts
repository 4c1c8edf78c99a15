import { IssuedKey, KeyList, KeyView, NewOwnKey, PeoplePage, PersonName, PersonView } from '../schemas/identity.js'
import { createOwnKey, endPerson, listOwnKeys, listPeople, readmitPerson, revokeOwnKey } from './addresses.js'
import { KEY } from './parameters.js'
import { type Route, UNKNOWN } from './route.js'

const PERSON = { about: 'the name of a person', schema: PersonName } as const
const NO_PERSON = 'the caller is no person in a browser'

export const ListOwnKeys = {
  at: listOwnKeys,
  summary: 'List one’s own keys in this team: a person’s browser only',
  scope: 'evaluations:read',
  answers: { 200: { about: 'those that work first, then newest first', schema: KeyList }, 409: { problem: NO_PERSON } },
} as const satisfies Route

export const CreateOwnKey = {
  at: createOwnKey,
  summary: 'Make a key of one’s own, which ends with its person: a person’s browser only',
  scope: 'evaluations:read',
  body: NewOwnKey,
  answers: {
    201: { about: 'made; this answer alone holds its secret', schema: IssuedKey },
    409: { problem: `${NO_PERSON}, or the person has as many keys as they may` },
  },
} as const satisfies Route

export const RevokeOwnKey = {
  at: revokeOwnKey,
  summary: 'End a key of one’s own: a person’s browser only',
  scope: 'evaluations:read',
  path: { id: KEY },
  answers: {
    200: { about: 'revoked', schema: KeyView },
    404: { problem: UNKNOWN },
    409: { problem: NO_PERSON },
  },
} as const satisfies Route

export const ListPeople = {
  at: listPeople,
  summary: 'List people by name: those of one’s own team, or all',
  scope: 'keys:read',
  query: { after: { about: 'the "next" of the page before', schema: PersonName } },
  answers: { 200: { about: 'a page', schema: PeoplePage } },
} as const satisfies Route

export const EndPerson = {
  at: endPerson,
  summary: 'End a person in the whole fleet: sessions, keys, memberships and later sign-ins',
  scope: 'teams:manage',
  path: { person: PERSON },
  answers: { 200: { about: 'ended', schema: PersonView }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ReadmitPerson = {
  at: readmitPerson,
  summary: 'Let a person who was ended sign in again; their keys stay ended',
  scope: 'teams:manage',
  path: { person: PERSON },
  answers: { 200: { about: 'as they are now', schema: PersonView }, 404: { problem: UNKNOWN } },
} as const satisfies Route
