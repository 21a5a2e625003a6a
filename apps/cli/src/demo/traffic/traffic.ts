import { UNCOUNTED_REASONS, type UncountedReason } from '@nightdesk/contracts'
import type { PastAttempts, PastView } from '@nightdesk/db'
import { pick, type Random, randomFrom, rounded } from '../random.ts'
import { newReader, type Reader, SPIKE_REFERRER } from './readers.ts'
import { type Day, daysUntil, expectedVisits, HOURS, spikeVisits } from './rhythm.ts'

/** An article with the days on which its versions were readable. */
export interface ReadArticle {
  id: number
  /** `YYYY-MM-DD` */
  published: string
  /** In the order in which readers saw them. The first is readable from the day of publication. */
  versions: { id: number; since: string }[]
}

export interface TrafficPlan {
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

export interface Traffic {
  views: PastView[]
  uncounted: PastAttempts[]
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
export function trafficOf(plan: TrafficPlan): Traffic {
  const random = randomFrom(SEED)
  const readers: Reader[] = [{ ...newReader(random), referrer: null, staff: true }]
  const traffic: Traffic = { views: [], uncounted: [] }
  for (const day of daysUntil(plan.today, plan.days)) {
    const views = visitsOn(day, plan, random, readers).flat()
    const past = day.ago > 0 ? views : views.filter(({ second }) => second < plan.second)
    traffic.views.push(...past)
    traffic.uncounted.push(...uncountedOn(day, past.length, random))
  }
  return traffic
}

/** The views of a day by visit. Adds new readers to `readers`. */
function visitsOn(day: Day, plan: TrafficPlan, random: Random, readers: Reader[]): PastView[][] {
  const available = plan.articles
    .map((article, index) => ({ article, attraction: attraction(article, index, day.date) }))
    .filter(({ article }) => article.published < day.date)
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

interface Available {
  article: ReadArticle
  attraction: number
}

/** Picks one article, or a few different ones. */
function articlesRead(available: readonly Available[], random: Random): ReadArticle[] {
  const unread = [...available]
  const read: ReadArticle[] = []
  do {
    const next = pick(
      random,
      unread.map((one) => [one, one.attraction] as const),
    )
    unread.splice(unread.indexOf(next), 1)
    read.push(next.article)
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
