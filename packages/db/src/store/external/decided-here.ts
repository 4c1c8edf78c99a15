import { EXTERNAL_PREFIX } from '@cges-fleet/methods'

/** As a condition: verdicts of this fleet's own methods. Those of others' rules are shown beside them and count in nothing else. */
export const DECIDED_HERE = `NOT starts_with(method_key, '${EXTERNAL_PREFIX}')`
