import { z } from 'zod'
import {
  MadeShareLink,
  NewShareLink,
  SharedStatistics,
  SharedView,
  ShareLinkChange,
  ShareLinkList,
  ShareLinkView,
  ShareToken,
} from '../schemas/sharing.js'
import {
  changeShareLink,
  createShareLink,
  getShared,
  getSharedStatistics,
  listShareLinks,
  revokeShareLink,
} from './addresses.js'
import { REFUSED, type Route, UNKNOWN } from './route.js'

export const CreateShareLink = {
  at: createShareLink,
  summary: 'Make a link by which anybody reads one evaluation, suite or comparison; the answer alone holds its token',
  scope: 'evaluations:write',
  body: NewShareLink,
  answers: {
    201: { about: 'made', schema: MadeShareLink },
    400: { problem: REFUSED },
    404: { problem: UNKNOWN },
    409: { problem: 'the team has too many links: revoke one' },
  },
} as const satisfies Route

export const ListShareLinks = {
  at: listShareLinks,
  summary: 'List a team’s share links that work, without their tokens',
  scope: 'evaluations:write',
  answers: { 200: { about: 'newest first', schema: ShareLinkList } },
} as const satisfies Route

const LINK = { link: { about: 'the id of a share link', schema: z.uuid('must be the id of a share link') } } as const

export const ChangeShareLink = {
  at: changeShareLink,
  summary: 'Change when a share link ends; its address stays',
  scope: 'evaluations:write',
  path: LINK,
  body: ShareLinkChange,
  answers: {
    200: { about: 'as it is now', schema: ShareLinkView },
    400: { problem: REFUSED },
    404: { problem: 'there is none, or it has ended' },
  },
} as const satisfies Route

export const RevokeShareLink = {
  at: revokeShareLink,
  summary: 'End a share link',
  scope: 'evaluations:write',
  path: LINK,
  answers: { 204: { about: 'it has ended' }, 404: { problem: UNKNOWN } },
} as const satisfies Route

const TOKEN = { 'Share-Token': { about: 'the token of a share link', schema: ShareToken } } as const

export const GetShared = {
  at: getShared,
  summary: 'Read what a share link shows',
  scope: 'link',
  headers: TOKEN,
  answers: {
    200: { about: 'the evaluation, suite or comparison', schema: SharedView },
    404: { problem: 'the link has expired or was revoked' },
  },
} as const satisfies Route

export const GetSharedStatistics = {
  at: getSharedStatistics,
  summary: 'Read what the figures that a share link shows are worth',
  scope: 'link',
  headers: TOKEN,
  answers: {
    200: { about: 'the statistics; they take seconds the first time', schema: SharedStatistics },
    404: { problem: 'the link has expired or was revoked' },
  },
} as const satisfies Route
