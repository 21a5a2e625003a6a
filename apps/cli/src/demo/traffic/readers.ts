import { pick, type Random } from '../random.ts'

/** A visitor, who may return. */
export interface Reader {
  /** 16 bytes. */
  visitor_hash: Buffer
  device: string
  user_agent_family: string
  /** The origin of the page that led here; null for a bookmark or a mail. */
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

/** The referrer of the spike. */
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

/** Random bytes as long as the keyed hash of a visitor. */
function hashLike(random: Random): Buffer {
  const hash = Buffer.alloc(16)
  for (let byte = 0; byte < hash.length; byte += 4) hash.writeUInt32BE(random() * 2 ** 32, byte)
  return hash
}
