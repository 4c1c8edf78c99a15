import { z } from 'zod'
import {
  IssuedKey,
  KeyList,
  KeyRotation,
  KeyView,
  NewKey,
  NewTeam,
  SessionView,
  SignedOut,
  SignIn,
  TeamChange,
  TeamChoice,
  TeamList,
  TeamName,
  TeamView,
} from '../schemas/identity.js'
import {
  changeTeam,
  chooseTeam,
  createKey,
  createTeam,
  endByProvider,
  endSession,
  finishSignIn,
  getSession,
  listKeys,
  listTeams,
  revokeKey,
  rotateKey,
  startSession,
  startSignIn,
} from './addresses.js'
import { KEY } from './parameters.js'
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
    409: { problem: 'this fleet has no sign-in, or browsers do not sign in with keys' },
  },
} as const satisfies Route

export const EndSession = {
  at: endSession,
  summary: 'Sign a browser out',
  scope: 'anyone',
  answers: { 200: { about: 'signed out', schema: SignedOut } },
} as const satisfies Route

export const ChooseTeam = {
  at: chooseTeam,
  summary: 'Go on in another of one’s teams: a person’s browser only',
  scope: 'evaluations:read',
  body: TeamChoice,
  answers: {
    201: { about: 'the new cookie is set', schema: SessionView },
    404: { problem: 'no team of the person' },
    409: { problem: 'the caller is a key, which has one team' },
  },
} as const satisfies Route

export const StartSignIn = {
  at: startSignIn,
  summary: 'Sign a browser in by the provider of single sign-on: leads there',
  scope: 'anyone',
  query: { to: { about: 'the page to go on to: one of the dashboard’s', schema: z.string().max(4000) } },
  answers: {
    302: { about: 'to the provider, or back to the page that signs in if it does not answer' },
    409: { problem: 'this fleet has no single sign-on' },
  },
} as const satisfies Route

export const FinishSignIn = {
  at: finishSignIn,
  summary: 'Where the provider leads back to',
  scope: 'anyone',
  anyQuery: true,
  answers: {
    302: { about: 'signed in, on to the page; or to the page that signs in, which says why not' },
    409: { problem: 'this fleet has no single sign-on' },
  },
} as const satisfies Route

export const EndByProvider = {
  at: endByProvider,
  summary: 'Where the provider ends sessions: back-channel logout',
  scope: 'anyone',
  form: true,
  body: z.object({ logout_token: z.string().min(1).max(12_000) }),
  answers: {
    200: { about: 'ended' },
    400: { problem: 'not signed by the provider for this fleet, too old, or used before' },
    409: { problem: 'this fleet has no single sign-on' },
  },
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
      about: 'its name; the caller’s own unless given, and every team’s for administrators of the fleet',
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
