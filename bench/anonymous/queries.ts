import { MAX_QUERY } from '@nightdesk/contracts'
import type { AnonymousRequest, Requests } from './request.ts'
import { wordOf } from './stories.ts'

/** Fills a query with words, to its greatest length. */
export function longest(words: (index: number) => string) {
  let q = ''
  for (let index = 0; q.length < MAX_QUERY; index++) q += `${words(index)} `
  return encodeURIComponent(q.slice(0, MAX_QUERY))
}

/** Queries that ask the most of the search, each in another way. */
const QUERIES: Record<string, (round: number) => string> = {
  'words of every story': (round) => longest((index) => `${wordOf(index + round)} or the`),
  'a single word of every story': () => 'the',
  'phrases of common words': (round) => longest((index) => `"the and ${wordOf(index + round)}" or "she of"`),
  'common words, all of them': () => longest((index) => ['the', 'and', 'of', 'lamp', 'she'][index % 5] ?? ''),
  'exclusions only': (round) => longest((index) => `-${wordOf(3_000 + index + round)}x`),
  'words misspelt': (round) => longest((index) => `${wordOf(index * 7 + round)}x`),
  'single letters': () => longest((index) => String.fromCharCode(97 + (index % 26))),
  ideographs: () => longest(() => '灯'),
}

/** A kind of request for each of these queries. */
export const ofQueries = (ask: (query: string) => AnonymousRequest): Record<string, Requests> =>
  Object.fromEntries(Object.entries(QUERIES).map(([name, query]) => [name, (round) => ask(query(round))]))
