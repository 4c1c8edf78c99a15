export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js'
