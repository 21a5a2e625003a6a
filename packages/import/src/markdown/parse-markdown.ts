import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { codeText, htmlText, setextUnderline } from 'micromark-core-commonmark'
import { gfm } from 'micromark-extension-gfm'
import type { Construct, Event, Extension, Previous, State, TokenizeContext } from 'micromark-util-types'
import { SourceError, TOO_DEEP } from '../model.ts'

// The parser of Markdown, made to take a time that grows with the length of a hostile text, and not with its square.

export type Root = ReturnType<typeof fromMarkdown>

/** A line in a hundred quotes or lists: the time to parse it grows with the square of their number. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){100}/m

/** Of a paragraph: some thousand links. The time to find what is emphasized among more of them grows with the square of their number. */
const MAX_EVENTS = 100_000
/** Of the longest sign of a footnote, or text of a link. */
const MAX_SIGN_EVENTS = 200

/**
 * Joins the words before the beginning of something else, whether it matches or not. The library joins them at the end of a
 * paragraph, in a time that grows with the square of their number.
 */
function joiningWords(previous: Previous = () => true): Previous {
  return function (code) {
    const [before, last] = [beginningOfWords(this.events.at(-3)), beginningOfWords(this.events.at(-1))]
    if (before && last) {
      last.start = before.start
      this.events.splice(-3, 2)
    }
    return previous.call(this, code)
  }
}

const beginningOfWords = ([kind, token]: Event | [] = []) =>
  kind === 'enter' && token?.type === 'data' ? token : undefined

/** What GitHub adds. At each `]` and each address, it would look for a `[` in all that the paragraph has before. */
const GFM = gfm()
for (const construct of new Set(Object.values(GFM.text ?? {}).flatMap((found) => found ?? []))) {
  const { tokenize, previous } = construct
  construct.previous = joiningWords(previous)
  construct.tokenize = function (...effects) {
    if (this.events.length <= MAX_SIGN_EVENTS) return tokenize.apply(this, effects)
    const events = { get: () => this.events.slice(-MAX_SIGN_EVENTS) }
    return tokenize.apply(Object.create(this, { events }), effects)
  }
}

/** Matches nothing. */
const LIMIT: Construct = {
  previous: joiningWords(),
  tokenize(_effects, _ok, nok) {
    if (this.events.length > MAX_EVENTS) throw new SourceError('A paragraph in it is too long.')
    return nok
  },
}
/** A heading by its underline. The library’s own copies all that stands before each of them. */
const UNDERLINE: Construct = {
  ...setextUnderline,
  name: 'underline',
  resolveTo(events, context) {
    const start = events.findLastIndex(([kind, { type }]) => kind === 'enter' && type === 'content')
    const heading = events.splice(start)
    events.push(...(setextUnderline.resolveTo?.(heading, context) ?? heading))
    return events
  },
}

/** Signs of comments and the like, three letters at most, for which a paragraph has no end. */
const unclosed = new WeakMap<TokenizeContext, Set<string>>()
/** HTML within a line. At each beginning of a comment, the library’s own looks for its end in all that the paragraph has left. */
const HTML: Construct = {
  ...htmlText,
  name: 'html',
  tokenize(effects, ok, nok) {
    const known = unclosed.get(this) ?? new Set()
    unclosed.set(this, known)
    let sign = ''
    const fail: State = (code) => {
      if (code === null && /^<[!?]/.test(sign)) known.add(sign)
      return nok(code)
    }
    const followed =
      (state: State): State =>
      (code) => {
        sign += String.fromCharCode(code ?? 0)
        if (known.has(sign)) return nok(code)
        const next = state(code)
        return next && sign.length < 3 && sign !== '<?' ? followed(next) : next
      }
    return followed(htmlText.tokenize.call(this, effects, ok, fail))
  },
}

const LIMITS: Extension = {
  text: {
    ...Object.fromEntries([...'!&*[\\]_'].map((mark) => [mark.charCodeAt(0), LIMIT])),
    60: [LIMIT, HTML],
    // CR, LF, and both.
    ...{ [-5]: LIMIT, [-4]: LIMIT, [-3]: LIMIT },
    // Not within a run of them, where the parser would then look for code that begins there.
    96: { ...LIMIT, previous: joiningWords(codeText.previous) },
  },
  flow: Object.fromEntries([...'-='].map((mark) => [mark.charCodeAt(0), UNDERLINE])),
  disable: { null: ['htmlText', 'setextUnderline'] },
}

/**
 * Calls a function with the tree of a Markdown text, with tables, footnotes and what else GitHub adds.
 * @throws SourceError when it is nested too deeply, or a paragraph is too long
 */
export function withTree<T>(markdown: string, use: (tree: Root) => T): T {
  if (DEEP.test(markdown)) throw new SourceError(TOO_DEEP)
  try {
    return use(fromMarkdown(markdown, { extensions: [GFM, LIMITS], mdastExtensions: [gfmFromMarkdown()] }))
  } catch (error) {
    // The call stack is as deep as the quotes and lists.
    if (error instanceof RangeError) throw new SourceError(TOO_DEEP, { cause: error })
    throw error
  }
}
