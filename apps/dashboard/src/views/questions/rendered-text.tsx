import 'katex/dist/katex.min.css'

import katex from 'katex'
import type { Token } from 'markdown-it'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { hasUnseen, VisibleText } from './answers'
import { readMarkdown } from './markdown'

/** The most formulas set; further ones stay as TeX, so that no text takes the page long. */
const MOST_FORMULAS = 400

/**
 * A model's or a benchmark's text with its Markdown and formulas set. Nothing in it loads, links or runs: HTML is text,
 * links and pictures are shown by their words.
 */
export function RenderedText({ text }: { readonly text: string }) {
  const content = useMemo(() => new Setter().all(readMarkdown(text)), [text])
  return <>{content}</>
}

/** The elements that Markdown makes, by the names that its reader gives them; others are only their content. */
const ELEMENTS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'strong',
  'em',
  's',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
])

/** A page has one first heading and its parts the next: those within a text begin below them. */
const HEADINGS = new Set(['h1', 'h2', 'h3'])

interface Open {
  readonly tag: string
  readonly title: string | undefined
  readonly start: number | undefined
  readonly children: ReactNode[]
}

class Setter {
  #formulas = 0

  all(tokens: readonly Token[]): ReactNode[] {
    const root: Open = { tag: '', title: undefined, start: undefined, children: [] }
    const open: Open[] = [root]
    for (const token of tokens) {
      const last = open.at(-1) ?? root
      if (token.nesting === 1) {
        open.push(this.#opened(token))
      } else if (token.nesting === -1) {
        const closed = open.length > 1 ? open.pop() : undefined
        if (closed !== undefined)
          (open.at(-1) ?? root).children.push(element(closed, (open.at(-1) ?? root).children.length))
      } else {
        last.children.push(<Fragment key={last.children.length}>{this.#leaf(token)}</Fragment>)
      }
    }
    return root.children
  }

  #opened(token: Token): Open {
    const start = Number(token.attrGet('start') ?? Number.NaN)
    const href = token.type === 'link_open' ? token.attrGet('href') : null
    return {
      tag: token.tag,
      title: href === null ? undefined : String(href),
      start: Number.isSafeInteger(start) ? start : undefined,
      children: [],
    }
  }

  #leaf(token: Token): ReactNode {
    switch (token.type) {
      case 'inline':
        return this.all(token.children ?? [])
      case 'text':
        return <VisibleText text={token.content} />
      case 'softbreak':
      case 'hardbreak':
        return <br />
      case 'hr':
        return <hr />
      case 'code_inline':
        return (
          <code>
            <VisibleText text={token.content} />
          </code>
        )
      case 'fence':
      case 'code_block':
        return (
          <pre>
            <code>
              <VisibleText text={token.content} />
            </code>
          </pre>
        )
      case 'image':
        return <VisibleText text={`[picture: ${token.content}]`} />
      case 'math':
      case 'display':
        return this.#formula(token)
      default:
        return <VisibleText text={token.content} />
    }
  }

  #formula({ type, content: tex, info: written }: Token): ReactNode {
    const isDisplay = type === 'display'
    this.#formulas += 1
    const html = this.#formulas > MOST_FORMULAS || hasUnseen(tex) ? null : setFormula(tex, isDisplay)
    if (html === null) {
      return (
        <code>
          <VisibleText text={written} />
        </code>
      )
    }
    // oxlint-disable-next-line react/no-danger -- KaTeX wrote it, with every command that could load or link turned off
    return <span className={isDisplay ? 'formula display' : 'formula'} dangerouslySetInnerHTML={{ __html: html }} />
  }
}

function element({ tag, title, start, children }: Open, key: number): ReactNode {
  if (title !== undefined) {
    return (
      <span key={key} className="inert-link" title={title}>
        {children}
      </span>
    )
  }
  if (!ELEMENTS.has(tag)) return <Fragment key={key}>{children}</Fragment>
  return createElement(HEADINGS.has(tag) ? 'h4' : tag, { key, ...(start === undefined ? {} : { start }) }, children)
}

/** Returns null for what is no TeX, and for what takes KaTeX too long or too deep. */
function setFormula(tex: string, displayMode: boolean): string | null {
  try {
    return katex.renderToString(tex, { displayMode, trust: false, strict: 'ignore', maxSize: 10, maxExpand: 200 })
  } catch {
    return null
  }
}
