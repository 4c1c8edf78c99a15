import { TrafficDays, TrafficView } from '../schemas/traffic.js'
import { getTraffic } from './addresses.js'
import { REFUSED, type Route } from './route.js'

export const GetTraffic = {
  at: getTraffic,
  summary: 'Read what your team’s requests to the gateway came to, by model, method and day; of kept figures alone',
  scope: 'evaluations:read',
  query: { days: { about: `${TrafficDays.options.join(', ')}; 30 unless given`, schema: TrafficDays } },
  answers: { 200: { about: 'the traffic', schema: TrafficView }, 400: { problem: REFUSED } },
} as const satisfies Route
