import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@nightdesk/contracts'
import { answerTo } from './errors.ts'

/** What Node’s parser says, as a status; anything else is 400. */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers what is no HTTP, and so reaches no route: the one error body with the headers of every answer. */
export function malformedRequestHandler(headers: Record<string, string>) {
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = STATUS[code] ?? 400
    const error = new AppError('BAD_REQUEST', 'The request could not be read. Please check its format.')
    const body = JSON.stringify(answerTo(error, randomUUID()).body)
    const sent: Record<string, string | number> = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
    socket.destroySoon()
  }
}
