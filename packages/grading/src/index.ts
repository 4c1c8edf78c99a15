export { sameValue, sameValueOfKeys } from './same-value.js'
