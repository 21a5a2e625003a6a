import { UNCOUNTED_REASONS, type UncountedReason } from '@nightdesk/contracts'
import type { PastAttempts, PastView } from '@nightdesk/db'
import { pick, type Random, randomFrom, rounded } from './random.ts'

/** An article with the days on which its versions were readable. */
export interface ReadArticle {
  id: number
  /** `YYYY-MM-DD` */
  published: string
  /** In the order in which readers saw them. The first is readable from the day of publication. */
  versions: { id: number; since: string }[]
}

interface TrafficPlan {
  /** Oldest first. The oldest was published before the first day; each is read from the day after its publication. */
  articles: readonly ReadArticle[]
  /** `YYYY-MM-DD`, the current day. */
  today: string
  /** Seconds since midnight. */
  second: number
  /** Number of days, including today. */
  days: number
  /** The origin of the site, which is the referrer of its own links. */
  site: string
}

const SEED = 1969
const RETURNING = 0.34
const BY_STAFF = 0.015
const READS_ON = 0.35
const SECONDS_A_DAY = 86_400
/** Attempts of each reason per counted view. */
const UNCOUNTED: Record<UncountedReason, number> = {
  bot: 0.21,
  prefetch: 0.06,
  limited: 0.004,
  opted_out: 0.05,
  unknown_article: 0.012,
}

/** Plausible views until now. The same plan gives the same views. */
export function trafficOf(plan: TrafficPlan) {
  const random = randomFrom(SEED)
  const readers: Reader[] = [{ ...newReader(random), referrer: null, staff: true }]
  const views: PastView[] = []
  const uncounted: PastAttempts[] = []
  for (const day of daysUntil(plan.today, plan.days)) {
    const whole = visitsOn(day, plan, random, readers).flat()
    const past = day.ago > 0 ? whole : whole.filter(({ second }) => second < plan.second)
    views.push(...past)
    uncounted.push(...uncountedOn(day, past.length, random))
  }
  return { views, uncounted }
}

/** The views of a day by visit. Adds new readers to `readers`. */
function visitsOn(day: Day, plan: TrafficPlan, random: Random, readers: Reader[]): PastView[][] {
  const available = plan.articles
    .map((article, index) => [article, attraction(article, index, day.date)] as const)
    .filter(([article]) => article.published < day.date)
  const ordinary = expectedVisits(day, plan.days) * (0.85 + 0.3 * random())
  const visits: PastView[][] = []
  for (let count = rounded(random, ordinary); count > 0; count--) {
    const reader = readerFrom(readers, random)
    visits.push(viewsOf(reader, articlesRead(available, random), day, plan, random))
  }
  for (let count = spikeVisits(day, plan.days); count > 0; count--) {
    const reader = { ...newReader(random), referrer: SPIKE_REFERRER }
    readers.push(reader)
    visits.push(viewsOf(reader, plan.articles.slice(0, 1), day, plan, random))
  }
  return visits
}

/** Recent readers are the likeliest to return. */
function readerFrom(readers: Reader[], random: Random): Reader {
  if (random() < BY_STAFF) return readers[0]! // the one on the staff
  if (random() < RETURNING) return readers[readers.length - 1 - Math.floor(readers.length * random() ** 3)]! // in bounds
  const reader = newReader(random)
  readers.push(reader)
  return reader
}

/** Picks one article, or a few different ones. */
function articlesRead(
  available: readonly (readonly [article: ReadArticle, attraction: number])[],
  random: Random,
): ReadArticle[] {
  let unread = available
  const read: ReadArticle[] = []
  do {
    const next = pick(random, unread)
    unread = unread.filter(([article]) => article !== next)
    read.push(next)
  } while (unread.length > 0 && random() < READS_ON)
  return read
}

/** The views of one visit: seven minutes apart, and linked from the article before. */
function viewsOf(
  { referrer, ...reader }: Reader,
  articles: readonly ReadArticle[],
  { date }: Day,
  { site }: TrafficPlan,
  random: Random,
): PastView[] {
  const begun = pick(random, HOURS) * 3_600 + Math.floor(random() * 3_600)
  return articles.map(({ id, versions }, index) => ({
    day: date,
    second: Math.min(begun + index * 420, SECONDS_A_DAY - 1),
    article_id: id,
    version_id: versions.findLast(({ since }) => since < date)?.id ?? null,
    ...reader,
    referrer: index === 0 ? referrer : site,
  }))
}

/** The popularity of each article. New articles are read more. */
const LIKED = [5, 2, 4, 1.5, 7, 3]

function attraction({ published }: ReadArticle, index: number, date: string): number {
  const age = (Date.parse(date) - Date.parse(published)) / (SECONDS_A_DAY * 1_000)
  return LIKED[index % LIKED.length]! * (1 + 5 * Math.exp(-age / 9)) // the index is below the length
}

function uncountedOn({ date }: Day, views: number, random: Random): PastAttempts[] {
  return UNCOUNTED_REASONS.map((reason) => ({
    day: date,
    reason,
    attempts: rounded(random, views * UNCOUNTED[reason] * (0.6 + 0.8 * random())),
  })).filter(({ attempts }) => attempts > 0)
}

interface Day {
  /** `YYYY-MM-DD` */
  date: string
  /** Days until today: 0 for today. */
  ago: number
}

/** The last `count` days, today the last of them. `today` is `YYYY-MM-DD`. */
const daysUntil = (today: string, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => {
    const ago = count - 1 - index
    return { date: dayBefore(today, ago), ago }
  })

/** The date so many days before another, both `YYYY-MM-DD`. */
export function dayBefore(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment.toISOString().slice(0, 10)
}

const VISITS_A_DAY = 120
/** Factors from Sunday on: people read more on days off. */
const WEEK = [1.3, 0.95, 0.85, 0.9, 0.9, 0.95, 1.15]
const DAYS_A_YEAR = 365
const MS_PER_DAY = 86_400_000
/** The day of the year, from 0, around which people read most. */
const MIDWINTER = 10

/** Expected visits on one of `span` days. They depend on weekday and season, and grow from month to month. */
function expectedVisits({ date, ago }: Day, span: number): number {
  const moment = new Date(`${date}T00:00:00Z`)
  const dayOfYear = (moment.getTime() - Date.UTC(moment.getUTCFullYear(), 0)) / MS_PER_DAY
  const season = 1 + 0.2 * Math.cos((2 * Math.PI * (dayOfYear - MIDWINTER)) / DAYS_A_YEAR)
  const growth = 0.6 + 0.8 * (1 - ago / span)
  return VISITS_A_DAY * WEEK[moment.getUTCDay()]! * season * growth // a week has seven days
}

/** On one day a large site links to a story; most of its readers come within three. */
const SPIKE = [520, 260, 90]

const spikeVisits = ({ ago }: Day, span: number): number => SPIKE[Math.round(span * 0.3) - ago] ?? 0

/** The weight of each hour, from midnight: this magazine is read at night. */
const HOURS = [5, 3, 2, 1, 1, 1, 2, 4, 5, 5, 4, 4, 6, 6, 4, 4, 4, 5, 6, 8, 11, 13, 12, 9].map(
  (weight, hour) => [hour, weight] as const,
)

type Reader = Omit<PastView, 'day' | 'second' | 'article_id' | 'version_id'>

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

const SPIKE_REFERRER = 'https://news.ycombinator.com'

function newReader(random: Random): Reader {
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
