import { validateHeaderValue } from 'node:http'
import { KEEP_ALIVE_TIMEOUT, MAX_REQUESTS_PER_SOCKET } from '../http/http-server.ts'

const CONNECTION = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}, max=${MAX_REQUESTS_PER_SOCKET}\r\n\r\n`

/** An answer without the headers that Node adds to the last: the time, and how long the connection stays open. */
export interface Answer {
  head: string
  body: string
}

/** Bytes of the answers that are kept complete. There is no limit to the addresses that clients may ask for. */
const MAX_COMPLETE = 8 * 1024 * 1024

let second = 0
let end = ''
let room = MAX_COMPLETE
const complete = new Map<Answer, Buffer>()

/** The whole answer, as `latin1`. Within one second its bytes are made once: to write a string costs more. */
export function completeAnswer(answer: Answer): Buffer | string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    end = `Date: ${new Date(now * 1000).toUTCString()}\r\n${CONNECTION}`
    room = MAX_COMPLETE
    complete.clear()
  }
  return complete.get(answer) ?? join(answer)
}

function join(answer: Answer): Buffer | string {
  const text = answer.head + end + answer.body
  if (text.length > room) return text
  const bytes = Buffer.from(text, 'latin1')
  room -= bytes.length
  complete.set(answer, bytes)
  return bytes
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
