import { STORIES } from './large-site.ts'

/** A request that anybody may send. */
export interface AnonymousRequest {
  path: string
  method?: 'POST'
  headers?: Record<string, string>
  body?: string
}

/** Makes the requests of a kind, each for another answer as far as there are others. */
export type Requests = (round: number) => AnonymousRequest

/** Rows of the longest list, and the last page of them. */
export const LONGEST = 100
export const LAST = STORIES / LONGEST
export const CARDS = 24
/** The most calls of a batch for strangers. */
export const BATCH = 5
export const TOKEN = 'x'.repeat(43)
export const JSON_BODY = { 'content-type': 'application/json' }

export const read = (path: string): AnonymousRequest => ({ path })
export const send = (path: string, body: object): AnonymousRequest => ({
  path,
  method: 'POST',
  headers: JSON_BODY,
  body: JSON.stringify(body),
})
/** A page, as a browser opens it. */
export const open = (path: string): AnonymousRequest => ({ path, headers: { accept: 'text/html' } })

/** As many calls of one endpoint as a stranger may send together. */
export function batch(name: string, inputOf: (index: number) => object = () => ({})): AnonymousRequest {
  const inputs = Array.from({ length: BATCH }, (_, index) => inputOf(index))
  const input = encodeURIComponent(JSON.stringify({ ...inputs }))
  return read(`/trpc/${inputs.map(() => name).join()}?batch=1&input=${input}`)
}
