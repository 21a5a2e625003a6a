import { type Random, randomFrom } from '../../../apps/cli/src/demo/random.ts'
import type { UncountedReason } from '../../../packages/contracts/src/index.ts'

/** An article as readers know it. */
export interface Story {
  id: number
  isPublished: boolean
  /** Its versions. */
  versions: { id: number; version_number: number }[]
}

/** One line of the log: a request with its expected outcome. */
export interface Attempt {
  story: Story
  session_id: string
  version_id: number | null
  version_number: number | null
  referrer: string | null
  /** The stored origin of the referrer, or ''. */
  origin: string
  device: Device
  /** Sent with the token of a user. */
  staff: boolean
  /** The network address of the request. */
  network: string
  headers: Record<string, string>
  /** Null for a view. In a flood, the answer decides between a view and `limited`. */
  outcome: UncountedReason | 'flood' | null
}

interface Device {
  user_agent: string
  agent: string
  device: string
}

const DEVICES: Device[] = [
  {
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    agent: 'Firefox',
    device: 'Desktop',
  },
  {
    user_agent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    agent: 'Chrome',
    device: 'Phone',
  },
  {
    user_agent:
      'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    agent: 'Safari',
    device: 'Tablet',
  },
]

const REFERRERS: [sent: string | null, origin: string][] = [
  [null, ''],
  ['https://news.example/story?reader=ada#top', 'https://news.example'],
  ['http://blog.example:8080/2026/', 'http://blog.example:8080'],
  ['android-app://org.example.reader/', ''],
  ['no address', ''],
]

const BOTS = ['Googlebot/2.1 (+http://www.google.com/bot.html)', '', 'curl/8.5.0']
const PREFETCHES: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
]
const WISHES: Record<string, string>[] = [{ 'sec-gpc': '1' }, { dnt: '1' }]

/** Requests of a flood, as a multiple of the limit: more than two servers let through in two minutes. */
const FLOOD = 5

/** A random day: mostly people, some of them repeatedly. `limit` is the number of views per network address. */
export function writeLog(seed: string, requests: number, stories: Story[], limit: number): Attempt[] {
  const random = randomFrom(seed)
  const people = Math.ceil(requests / 8)
  const attempts: Attempt[] = []
  const flood = Math.min(FLOOD * limit, Math.floor(requests / 4))
  while (attempts.length < requests - flood)
    attempts.push({ ...attemptOf(random, people, stories), network: networkOf(attempts.length) })
  const story = stories.find(({ isPublished }) => isPublished)
  if (!story) throw new Error('There is nothing to read')
  const flooder = { ...viewOf(random, 0, story), outcome: 'flood' as const }
  // The flood is in the middle of the day.
  attempts.splice(Math.floor(attempts.length / 2), 0, ...Array.from({ length: flood }, () => flooder))
  return attempts
}

/** All others have unique addresses, and so are never limited. */
const networkOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
const FLOODER = '198.51.100.99'

function attemptOf(random: Random, people: number, stories: Story[]): Attempt {
  // Squared, so that some people and some stories occur much more often.
  const person = 1 + Math.floor(random() ** 2 * people)
  const story = pick(random() ** 2, stories)
  const view = viewOf(random, person, story)
  const attempt = { ...view, ...exclusion(random) }
  return story.isPublished ? attempt : { ...attempt, outcome: 'unknown_article' }
}

function viewOf(random: Random, person: number, story: Story): Attempt {
  const [referrer, origin] = pick(random(), REFERRERS)
  const version = random() < 0.8 ? pick(random(), story.versions) : undefined
  // Some pages send a version of no article.
  const sent = version ?? (random() < 0.5 ? { id: 999_999 } : undefined)
  return {
    story,
    session_id: `reader-${String(person).padStart(7, '0')}`,
    version_id: sent?.id ?? null,
    version_number: version?.version_number ?? null,
    referrer,
    origin,
    device: pick(random(), DEVICES),
    staff: person % 40 === 1,
    network: FLOODER,
    headers: {},
    outcome: null,
  }
}

/** A reason against counting it, in one case of eight. */
function exclusion(random: Random): Partial<Attempt> {
  const chance = random()
  const [wish, prefetch, bot] = [pick(random(), WISHES), pick(random(), PREFETCHES), pick(random(), BOTS)]
  const robot = { user_agent: bot, agent: '', device: '' }
  if (chance < 0.04) return { headers: wish, outcome: 'opted_out' }
  if (chance < 0.05) return { headers: { ...wish, ...prefetch }, device: robot, outcome: 'opted_out' }
  if (chance < 0.08) return { headers: prefetch, outcome: 'prefetch' }
  return chance < 0.125 ? { device: robot, outcome: 'bot' } : {}
}

const pick = <T>(chance: number, choices: T[]): T => choices[Math.floor(chance * choices.length)]! // there are some
