import { pick, type Random } from '../random.ts'

/** Somebody with a browser, who may come back. */
export interface Reader {
  /** 16 bytes. */
  visitor_hash: Buffer
  device: string
  user_agent_family: string
  /** Where they come from: an origin, or null for a bookmark or a mail. */
  referrer: string | null
  staff: boolean
}

const DEVICES = [
  ['Phone', 56],
  ['Desktop', 36],
  ['Tablet', 8],
] as const

const AGENTS = {
  Phone: [
    ['Safari', 48],
    ['Chrome', 42],
    ['Samsung Internet for Android', 6],
    ['Firefox', 4],
  ],
  Desktop: [
    ['Chrome', 44],
    ['Firefox', 28],
    ['Safari', 18],
    ['Microsoft Edge', 10],
  ],
  Tablet: [
    ['Safari', 74],
    ['Chrome', 26],
  ],
} as const

const REFERRERS = [
  [null, 42],
  ['https://www.google.com', 24],
  ['https://mastodon.social', 10],
  ['https://duckduckgo.com', 8],
  ['https://bsky.app', 7],
  ['https://www.reddit.com', 5],
  ['https://www.goodreads.com', 4],
] as const

/** Where the readers of the spike come from. */
export const SPIKE_REFERRER = 'https://news.ycombinator.com'

export function newReader(random: Random): Reader {
  const device = pick(random, DEVICES)
  return {
    visitor_hash: hashLike(random),
    device,
    user_agent_family: pick(random, AGENTS[device]),
    referrer: pick(random, REFERRERS),
    staff: false,
  }
}

/** What stands for a visitor in the ledger: as long as a keyed hash, of nobody. */
function hashLike(random: Random): Buffer {
  const hash = Buffer.alloc(16)
  for (let byte = 0; byte < hash.length; byte += 4) hash.writeUInt32BE(random() * 2 ** 32, byte)
  return hash
}
