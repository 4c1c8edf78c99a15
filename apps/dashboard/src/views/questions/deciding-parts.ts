/** How the methods decided and how they would have: one file to fetch. */
export { DecidingFigure } from './path-figures'
export { WhatIfPanel } from './what-if-panel'
