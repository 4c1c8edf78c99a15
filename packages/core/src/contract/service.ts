import { getDocs, getHealth, getMetrics, getOpenapi, getReadiness } from './addresses.js'
import { AWAY, type Route } from './route.js'

export const GetHealth = {
  at: getHealth,
  summary: 'The process lives',
  scope: 'anyone',
  answers: { 200: { about: 'it does' } },
} as const satisfies Route

export const GetReadiness = {
  at: getReadiness,
  summary: 'The process can serve',
  scope: 'anyone',
  answers: { 200: { about: 'it can' }, 503: { problem: AWAY } },
} as const satisfies Route

export const GetMetrics = {
  at: getMetrics,
  summary: 'What this process did, for Prometheus',
  scope: 'anyone',
  answers: { 200: { about: 'metrics', type: 'text/plain' } },
} as const satisfies Route

export const GetOpenapi = {
  at: getOpenapi,
  summary: 'This document',
  scope: 'anyone',
  answers: { 200: { about: 'OpenAPI 3.1' } },
} as const satisfies Route

export const GetDocs = {
  at: getDocs,
  summary: 'This document as a page',
  scope: 'anyone',
  answers: { 200: { about: 'a page', type: 'text/html' } },
} as const satisfies Route
