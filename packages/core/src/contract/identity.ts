import {
  AuditPage,
  IssuedKey,
  KeyList,
  KeyRotation,
  KeyView,
  NewKey,
  NewTeam,
  SessionView,
  SignIn,
  TeamChange,
  TeamList,
  TeamName,
  TeamView,
} from '../schemas/identity.js'
import {
  changeTeam,
  createKey,
  createTeam,
  endSession,
  getSession,
  listAudit,
  listKeys,
  listTeams,
  revokeKey,
  rotateKey,
  startSession,
} from './addresses.js'
import { CURSOR, KEY } from './parameters.js'
import { REFUSED, type Route, UNKNOWN } from './route.js'

export const GetSession = {
  at: getSession,
  summary: 'Read who the caller is, and whether this fleet asks for a key',
  scope: 'anyone',
  answers: { 200: { about: 'the caller; null without a key', schema: SessionView } },
} as const satisfies Route

export const StartSession = {
  at: startSession,
  summary: 'Sign a browser in: a key for a cookie',
  scope: 'anyone',
  body: SignIn,
  answers: {
    201: { about: 'signed in; the cookie is set', schema: SessionView },
    400: { problem: REFUSED },
    401: { problem: 'this key does not work' },
    409: { problem: 'this fleet has no sign-in' },
  },
} as const satisfies Route

export const EndSession = {
  at: endSession,
  summary: 'Sign a browser out',
  scope: 'anyone',
  answers: { 204: { about: 'signed out' } },
} as const satisfies Route

export const ListTeams = {
  at: listTeams,
  summary: 'List teams, their weights and limits',
  scope: 'teams:manage',
  answers: { 200: { about: 'all of them', schema: TeamList } },
} as const satisfies Route

export const CreateTeam = {
  at: createTeam,
  summary: 'Enter a team',
  scope: 'teams:manage',
  body: NewTeam,
  answers: { 201: { about: 'entered', schema: TeamView }, 409: { problem: 'there is one of that name' } },
} as const satisfies Route

export const ChangeTeam = {
  at: changeTeam,
  summary: 'Change a team’s weight or limits; what is left out stays, null lifts a limit',
  scope: 'teams:manage',
  path: { team: { about: 'its name', schema: TeamName } },
  body: TeamChange,
  answers: { 200: { about: 'as it is now', schema: TeamView }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ListKeys = {
  at: listKeys,
  summary: 'List a team’s keys, without their secrets',
  scope: 'keys:read',
  query: {
    team: {
      about: 'its name; the caller’s own unless given, and any other for administrators of the fleet',
      schema: TeamName,
    },
  },
  answers: { 200: { about: 'newest first', schema: KeyList }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const CreateKey = {
  at: createKey,
  summary: 'Make a key; the answer alone holds its secret',
  scope: 'keys:manage',
  body: NewKey,
  answers: {
    201: { about: 'made', schema: IssuedKey },
    404: { problem: UNKNOWN },
    409: { problem: 'this fleet has no sign-in' },
  },
} as const satisfies Route

export const RotateKey = {
  at: rotateKey,
  summary: 'Replace a key by a new one; the old one works on for the overlap',
  scope: 'keys:manage',
  path: { id: KEY },
  body: KeyRotation,
  answers: {
    201: { about: 'the new key', schema: IssuedKey },
    404: { problem: UNKNOWN },
    409: { problem: 'it has ended, or this fleet has no sign-in' },
  },
} as const satisfies Route

export const RevokeKey = {
  at: revokeKey,
  summary: 'End a key, with its sessions and streams',
  scope: 'keys:manage',
  path: { id: KEY },
  answers: { 200: { about: 'revoked', schema: KeyView }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const ListAudit = {
  at: listAudit,
  summary: 'Read the log of keys, teams, cancellations and refused access, newest first: of one’s own team, or all',
  scope: 'audit:read',
  query: { cursor: CURSOR },
  answers: { 200: { about: 'a page', schema: AuditPage } },
} as const satisfies Route
