import type { ElementNode } from '@nightdesk/contracts'
import { plainText } from '../text.ts'
import { onOneLine } from '../truncate.ts'
import type { Mark, MarkPlace } from './mark.ts'

/** What is wrong with the address of a link, as far as it was requested. */
export type LinkFact =
  | { type: 'missing' }
  /** It was not reached on two days. */
  | { type: 'unreachable' }
  /** A permanent redirect leads to `location`. */
  | { type: 'moved'; location: string }

/** The mark of a link to an address where nothing is, or that is not encrypted. */
export function marksOfLink(
  link: ElementNode,
  place: MarkPlace,
  facts: ReadonlyMap<string, LinkFact>,
): Mark[] {
  const { type, url } = link
  if (type !== 'link' || typeof url !== 'string') return []
  const context = onOneLine(plainText([link]))
  const fact = facts.get(url)
  if (fact?.type === 'missing' || fact?.type === 'unreachable') {
    const sentence =
      fact.type === 'missing' ? `Nothing is at ${url}.` : `${url} could not be reached for a day.`
    return [{ kind: 'dead-link', id: `dead-link ${url}`, sentence, context, place }]
  }
  if (!/^http:/i.test(url)) return []
  const mark = { kind: 'http-link', id: `http-link ${url}`, context, place } as const
  const encrypted = fact && encryptedAddress(url, fact.location)
  if (!encrypted) return [{ ...mark, sentence: `${url} is not encrypted.` }]
  const sentence = `${url} is not encrypted. It leads to ${encrypted}.`
  return [{ ...mark, sentence, fix: { type: 'address', link, url: encrypted } }]
}

/**
 * The https address of the same page, if the site leads there: with the same host, path and query, except for `www.` and a
 * slash at the end. Another page may say something else, so only a writer can link to it.
 */
function encryptedAddress(from: string, location: string): string | undefined {
  if (!URL.canParse(from) || !URL.canParse(location)) return undefined
  const [page, target] = [new URL(from), new URL(location)]
  if (target.protocol !== 'https:' || pageOf(page) !== pageOf(target)) return undefined
  if (target.hash === '') target.hash = page.hash
  return target.href
}

const pageOf = ({ hostname, pathname, search }: URL) =>
  hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '') + search
