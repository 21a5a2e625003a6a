import Bowser from 'bowser'
import { isbot } from 'isbot'

const FAMILIES = new Set(Object.values(Bowser.BROWSER_MAP))
const MAX_REMEMBERED = 1_000

interface UserAgent {
  /** Such as `Firefox`; never its version or device, nor any other word of the header. */
  family: string
  isBot: boolean
}

const remembered = new Map<string, UserAgent>()

/** What a `User-Agent` header says. Readers share few of them, so what was worked out is remembered for a while. */
export function userAgentOf(header: string): UserAgent {
  const known = remembered.get(header)
  if (known) return known
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  const own = { family: familyOf(header), isBot: header === '' || isbot(header) }
  remembered.set(header, own)
  return own
}

function familyOf(header: string): string {
  if (header === '') return 'Unknown'
  const { name = '' } = Bowser.parse(header.slice(0, 1024)).browser
  return FAMILIES.has(name) ? name : 'Other'
}
