import { ENTITIES } from '../entities/entities.js'
import { LOCAL_TEAM } from '../team.js'
import { INDEXES } from './indexes.js'
import { tableStatements } from './table-statements.js'
import { TABLES } from './tables.js'
import { TRIGGERS } from './triggers.js'

const FIRST_TEAM = `INSERT INTO team (id, name) VALUES ('${LOCAL_TEAM}', 'local');\n`

/**
 * The SQL that makes an empty database's schema, without functions and rights: `migrate` makes those anew whenever they
 * change.
 */
export const SCHEMA = [`${tableStatements(ENTITIES).join(';\n')};\n`, TABLES, INDEXES, TRIGGERS, FIRST_TEAM].join('')
