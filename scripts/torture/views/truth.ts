import { UNCOUNTED_REASONS, type UncountedReason } from '../../../packages/contracts/src/index.ts'
import type { Attempt } from './log.ts'

/** An attempt with its outcome and its age in days. */
export interface Event extends Omit<Attempt, 'outcome'> {
  outcome: UncountedReason | null
  age: number
}

/** Ages in days, both ends included; 0 is today. */
export interface Ages {
  from: number
  to: number
}

/** Counts the figures by brute force, from every line of the log. */
export function countTruth(events: Event[], { from, to }: Ages) {
  const inDays = events.filter(({ age }) => age >= from && age <= to)
  const views = inDays.filter(({ outcome }) => outcome === null)
  const lastSeen = agesOf(views, Math.min)
  const firstSeen = agesOf(events, Math.max)
  const visitors = distinct(views)
  const returning = [...visitors].filter((one) => (firstSeen.get(one) ?? 0) > (lastSeen.get(one) ?? 0))
  return {
    views: views.length,
    staff_views: views.filter(({ staff }) => staff).length,
    visitors: visitors.size,
    return_visitors: returning.length,
    return_rate: visitors.size === 0 ? 0 : Math.round((returning.length / visitors.size) * 1000) / 10,
    by_article: tally(views, ({ story }) => story.id),
    by_referrer: tally(views, ({ origin }) => origin),
    by_agent: tally(views, ({ device }) => device.agent),
    by_device: tally(views, ({ device }) => device.device),
    by_version: tally(views, ({ story, version_number }) => `${story.id} ${version_number}`),
    by_day: Array.from({ length: to - from + 1 }, (_, index) => {
      const ofDay = views.filter(({ age }) => age === to - index)
      return { views: ofDay.length, visitors: distinct(ofDay).size }
    }),
    uncounted: UNCOUNTED_REASONS.map((reason) => ({
      reason,
      attempts: inDays.filter(({ outcome }) => outcome === reason).length,
    })),
  }
}

const distinct = (views: Event[]) => new Set(views.map(({ session_id }) => session_id))

/** Chooses one age for each session, of all its counted attempts. */
function agesOf(events: Event[], choose: (one: number, other: number) => number): Map<string, number> {
  const ages = new Map<string, number>()
  for (const { session_id, age, outcome } of events)
    if (outcome === null) ages.set(session_id, choose(ages.get(session_id) ?? age, age))
  return ages
}

/** The number of sessions that ever read each article. */
export function countReaders(events: Event[]): Map<number, number> {
  const views = events.filter(({ outcome }) => outcome === null)
  const pairs = new Set(views.map(({ story, session_id }) => `${story.id} ${session_id}`))
  return tally([...pairs], (pair) => Number(pair.split(' ')[0]))
}

function tally<T, K>(items: T[], keyOf: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
