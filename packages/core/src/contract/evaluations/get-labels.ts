import { LabelsInUse } from '../../schemas/evaluation-labels.js'
import { getLabels } from '../addresses.js'
import type { Route } from '../route.js'

export const GetLabels = {
  at: getLabels,
  summary: 'List who submitted lately and which tags are in use',
  scope: 'evaluations:read',
  answers: { 200: { about: 'names to choose from', schema: LabelsInUse } },
} as const satisfies Route
