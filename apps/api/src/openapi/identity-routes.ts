import {
  AuditPage,
  IssuedKey,
  KeyId,
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
} from '@cges-fleet/core'
import { conflict, refused, type Route, unknown } from './route.js'

const keyId = {
  name: 'id',
  in: 'path',
  about: 'the id of a key: its 12 letters and digits after cges_',
  schema: KeyId,
} as const

/** Who is asking, teams, keys, and the log of what was done with them. */
export const IDENTITY_ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/session',
    summary: 'Read who the caller is, and whether this fleet asks for a key',
    policy: 'anyone',
    answers: { 200: { about: 'the caller; null without a key', schema: SessionView } },
  },
  {
    method: 'post',
    path: '/v1/session',
    summary: 'Sign a browser in: a key for a cookie',
    policy: 'anyone',
    body: SignIn,
    answers: {
      201: { about: 'signed in; the cookie is set', schema: SessionView },
      400: refused,
      401: { ...refused, about: 'this key does not work' },
      409: { ...conflict, about: 'this fleet has no sign-in' },
    },
  },
  {
    method: 'delete',
    path: '/v1/session',
    summary: 'Sign a browser out',
    policy: 'anyone',
    answers: { 204: { about: 'signed out' } },
  },
  {
    method: 'get',
    path: '/v1/teams',
    summary: 'List teams, their weights and limits',
    policy: 'teams:manage',
    answers: { 200: { about: 'all of them', schema: TeamList } },
  },
  {
    method: 'post',
    path: '/v1/teams',
    summary: 'Enter a team',
    policy: 'teams:manage',
    body: NewTeam,
    answers: {
      201: { about: 'entered', schema: TeamView },
      409: { ...conflict, about: 'there is one of that name' },
    },
  },
  {
    method: 'patch',
    path: '/v1/teams/{team}',
    summary: 'Change a team’s weight or limits; what is left out stays, null lifts a limit',
    policy: 'teams:manage',
    parameters: [{ name: 'team', in: 'path', about: 'its name', schema: TeamName }],
    body: TeamChange,
    answers: { 200: { about: 'as it is now', schema: TeamView }, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/keys',
    summary: 'List a team’s keys, without their secrets',
    policy: 'keys:read',
    parameters: [
      {
        name: 'team',
        in: 'query',
        about: 'its name; the caller’s own unless given, and any other for administrators of the fleet',
        schema: TeamName,
      },
    ],
    answers: { 200: { about: 'newest first', schema: KeyList }, 404: unknown },
  },
  {
    method: 'post',
    path: '/v1/keys',
    summary: 'Make a key; the answer alone holds its secret',
    policy: 'keys:manage',
    body: NewKey,
    answers: {
      201: { about: 'made', schema: IssuedKey },
      404: unknown,
      409: { ...conflict, about: 'this fleet has no sign-in' },
    },
  },
  {
    method: 'post',
    path: '/v1/keys/{id}/rotate',
    summary: 'Replace a key by a new one; the old one works on for the overlap',
    policy: 'keys:manage',
    parameters: [keyId],
    body: KeyRotation,
    answers: {
      201: { about: 'the new key', schema: IssuedKey },
      404: unknown,
      409: { ...conflict, about: 'it has ended, or this fleet has no sign-in' },
    },
  },
  {
    method: 'post',
    path: '/v1/keys/{id}/revoke',
    summary: 'End a key, with its sessions and streams',
    policy: 'keys:manage',
    parameters: [keyId],
    answers: { 200: { about: 'revoked', schema: KeyView }, 404: unknown },
  },
  {
    method: 'get',
    path: '/v1/audit',
    summary: 'Read the log of keys, teams, cancellations and refused access, newest first: of one’s own team, or all',
    policy: 'audit:read',
    parameters: [{ name: 'cursor', in: 'query', about: 'the "next" of the page before' }],
    answers: { 200: { about: 'a page', schema: AuditPage } },
  },
]
