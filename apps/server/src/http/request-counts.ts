import type { FastifyRequest } from 'fastify'

/** How many requests had the same method, route and status. */
export interface RequestCount {
  readonly method: string
  readonly route: string
  readonly status: number
  total: number
}

/** Requests of one kind. Its values are limited in number, whatever clients send. */
export interface RequestKind {
  method: string
  route: string
}

const OTHER: RequestKind = { method: 'other', route: 'other' }

/** The pattern of the route, never the address. HEAD counts as GET, and every request without a route as `other`. */
export function kindOf({ method, routeOptions: { url } }: FastifyRequest): RequestKind {
  if (url === undefined) return OTHER
  return { method: method === 'HEAD' ? 'GET' : method, route: url }
}

export interface RequestCounts {
  /** The count of these requests, which the caller increments. */
  of(kind: RequestKind, status: number): RequestCount
  all(): Iterable<RequestCount>
}

export function createRequestCounts(): RequestCounts {
  const counts = new Map<string, RequestCount>()
  return {
    of({ method, route }, status) {
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
