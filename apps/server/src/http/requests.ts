import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

/** Requests of one kind. Its values are limited in number, whatever clients send. */
interface RequestKind {
  method: string
  route: string
}

export interface RequestCount extends RequestKind {
  status: number
  total: number
}

const OTHER: RequestKind = { method: 'other', route: 'other' }

/** The pattern of the route, never the address. HEAD counts as GET, and every request without a route as `other`. */
export function kindOf({ method, routeOptions: { url } }: FastifyRequest): RequestKind {
  if (url === undefined) return OTHER
  return { method: method === 'HEAD' ? 'GET' : method, route: url }
}

export type RequestCounts = ReturnType<typeof createRequestCounts>

export function createRequestCounts() {
  const counts = new Map<string, RequestCount>()
  return {
    of({ method, route }: RequestKind, status: number): RequestCount {
      const key = `${method} ${route} ${status}`
      const known = counts.get(key)
      if (known) return known
      const count = { method, route, status, total: 0 }
      counts.set(key, count)
      return count
    },
    all: () => counts.values(),
  }
}

type Device = 'Desktop' | 'Phone' | 'Tablet' | 'TV' | 'Unknown'

const FAMILIES = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))
const MAX_REMEMBERED = 1_000
/** Programs with a browser’s header that `isbot` does not know. */
const PROGRAMS = /\b(?:Code|Fluid|Miniature\.io|Trae|YLT Chrome)\/|\bTSM-turingos\b|\bGTmetrix\b/

interface UserAgent {
  /** Such as `Firefox`; never its version or any other word of the header. */
  family: string
  /** Such as `Windows`. */
  system: string
  device: Device
  isBot: boolean
}

const remembered = new Map<string, UserAgent>()

/** Parses a `User-Agent` header. Readers share few different ones, so results are cached. */
export function userAgentOf(header: string): UserAgent {
  const known = remembered.get(header)
  if (known) return known
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  const own = { ...readHeader(header), isBot: header === '' || isbot(header) || PROGRAMS.test(header) }
  remembered.set(header, own)
  return own
}

const DEVICES: Record<string, Device> = { desktop: 'Desktop', mobile: 'Phone', tablet: 'Tablet', tv: 'TV' }

function readHeader(header: string): Omit<UserAgent, 'isBot'> {
  if (header === '') return { family: 'Unknown', system: 'Unknown', device: 'Unknown' }
  const { browser, os, platform } = Bowser.parse(header.slice(0, 1024))
  return {
    family: browser.name && FAMILIES.has(browser.name) ? browser.name : 'Other',
    system: os.name && SYSTEMS.has(os.name) ? os.name : 'Other',
    device: DEVICES[platform.type ?? ''] ?? 'Unknown',
  }
}
