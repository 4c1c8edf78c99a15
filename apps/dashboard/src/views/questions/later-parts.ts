/** The parts of a question's page that come after it: one file to fetch. */
export { CommentsPanel } from './comments-panel'
export { NothingRead } from './nothing-read'
