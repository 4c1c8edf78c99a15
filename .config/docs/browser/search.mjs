// The search. Its index is loaded on first use, as a script, so that it also works from disk.
import MiniSearch from 'minisearch'

const { root } = document.currentScript.dataset
const field = document.getElementById('search')
const found = document.getElementById('found')
const MOST = 12
const AROUND = 70
let loading

field.addEventListener('focus', load)
field.addEventListener('input', show)
field.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') move(event, found.querySelector('a'))
  if (event.key === 'Enter') found.querySelector('a')?.click()
  if (event.key === 'Escape') close()
})
found.addEventListener('keydown', (event) => {
  const item = document.activeElement?.closest('li')
  if (event.key === 'ArrowDown') move(event, item?.nextElementSibling?.querySelector('a'))
  if (event.key === 'ArrowUp') move(event, item?.previousElementSibling?.querySelector('a') ?? field)
  if (event.key === 'Escape') close()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement?.matches('input')) return
  event.preventDefault()
  field.focus()
})
document.addEventListener('click', (event) => {
  if (!event.target.closest('search')) found.hidden = true
})

async function show() {
  const words = field.value.trim()
  const search = await load()
  if (words !== field.value.trim()) return
  found.hidden = words === ''
  if (words === '') return
  const results = search.search(words).slice(0, MOST)
  const list = document.createElement('ul')
  list.append(...results.map(item))
  found.replaceChildren(results.length > 0 ? list : document.createTextNode('Nothing found'))
}

/** Texts and index, once. */
function load() {
  loading ??= script('search-texts.js').then(() => {
    const search = new MiniSearch({
      fields: ['title', 'page', 'text'],
      storeFields: ['title', 'page', 'path', 'text'],
      searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
    })
    search.addAll(globalThis.SEARCH_TEXTS)
    return search
  })
  return loading
}

function script(name) {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = `${root}/${name}`
    element.addEventListener('load', resolve)
    element.addEventListener('error', reject)
    document.head.append(element)
  })
}

function item({ title, page, path, text, terms }) {
  const link = document.createElement('a')
  link.href = `${root}/${path}`
  link.append(part('b', title), ...(page === title ? [] : [part('small', page)]), part('span', excerpt(text, terms)))
  const element = document.createElement('li')
  element.append(link)
  return element
}

/** The words around the first that was found. */
function excerpt(text, terms) {
  const low = text.toLowerCase()
  const at = Math.max(
    0,
    ...terms
      .map((term) => low.indexOf(term))
      .filter((place) => place >= 0)
      .slice(0, 1),
  )
  const from = Math.max(0, at - AROUND)
  return `${from > 0 ? '… ' : ''}${text.slice(from, at + 2 * AROUND)}${at + 2 * AROUND < text.length ? ' …' : ''}`
}

function part(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

function move(event, to) {
  event.preventDefault()
  to?.focus()
}

function close() {
  found.hidden = true
  field.focus()
}
