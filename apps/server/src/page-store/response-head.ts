import { validateHeaderValue } from 'node:http'
import { KEEP_ALIVE_TIMEOUT, MAX_REQUESTS_PER_SOCKET } from '../http/http-server.ts'

const CONNECTION = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}, max=${MAX_REQUESTS_PER_SOCKET}\r\n\r\n`

let second = 0
let end = ''

/** Adds the headers that Node adds to the last: the time, and how long the connection stays open. */
export function completeHead(head: string): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    end = `Date: ${new Date(now * 1000).toUTCString()}\r\n${CONNECTION}`
  }
  return head + end
}

export type Headers = Readonly<Record<string, string | number | string[] | undefined>>

/** Headers as they are sent, one per line. @throws when a value could end its line */
export function linesOf(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderValue(name, String(value))
    return `${name}: ${value}\r\n`
  })
  return lines.join('')
}
