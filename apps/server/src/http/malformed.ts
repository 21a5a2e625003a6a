import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '@nightdesk/contracts'
import { answerTo } from './errors.ts'

/** The status for errors of Node’s parser; 400 for any other. */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers a request that is no HTTP, and so reaches no route, with the one error body and the usual headers. */
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
