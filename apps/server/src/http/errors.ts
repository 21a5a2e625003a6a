import {
  AppError,
  type ErrorBody,
  type ErrorCode,
  HTTP_STATUS,
  SERVER_ERROR,
  TOO_BUSY,
  unavailable,
} from '@nightdesk/contracts'
import { StorageUnavailable } from '@nightdesk/storage'
import { TRPCError } from '@trpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteRefusedRequest } from '../request-context.ts'

/** The error that a caller may see. A bug becomes a 500 without details. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof TRPCError) return fromTrpc(error)
  if (error instanceof StorageUnavailable) return unavailable(5, { cause: error })
  const code = codeOf(error)
  if (isDatabaseDown(error, code)) return unavailable(2, { cause: error })
  return fromFastify(error, code) ?? fromPostgres(error, code) ?? internal(error)
}

/** Whether a failed transaction may have been committed, as the database could not be reached for the answer. */
export const mayBeCommitted = (error: unknown) => toAppError(error).code === 'UNAVAILABLE'

type ErrorAnswer = ReturnType<typeof answerTo>

/**
 * The answer to a failure, the same for every adapter. Each sends the body in its own form: JSON, tRPC’s JSON, or a page. The log
 * gets the error.
 */
export function answerTo(failure: unknown, requestId: string) {
  const error = toAppError(failure)
  const status = HTTP_STATUS[error.code]
  const body: ErrorBody = {
    success: false,
    error: status < 500 || isTooBusy(error) ? error.message : SERVER_ERROR,
    code: error.code,
    request_id: requestId,
    ...(error.fields && { fields: error.fields.slice(0, 20) }),
    ...(error.sign_in && { sign_in: error.sign_in }),
  }
  return { status, headers: retryAfter(error), body, error }
}

/** The longest wait that these failures ask for. */
export function retryAfter(...errors: AppError[]): Record<string, string> {
  const seconds = errors.flatMap((error) => error.retryAfter ?? [])
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {}
}

/** An answer in tRPC’s form: the sentence as message, the rest as data. */
export function trpcError({ status, body }: ErrorAnswer) {
  const { success: _, error: message, ...details } = body
  return { message, data: { ...details, httpStatus: status } }
}

/** Answers a failed REST call, or any other request, with the one error body. */
export function sendError(failure: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, error } = startErrorReply(failure, request, reply)
  noteRefusedRequest(request, error)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply.send(body)
}

/** Logs a failure, and sets status and headers of its answer, which no cache may store. The caller sends the body. */
export function startErrorReply(failure: unknown, request: FastifyRequest, reply: FastifyReply): ErrorAnswer {
  const answer = answerTo(failure, request.id)
  logFailure(request.log, answer.error)
  reply.code(answer.status).headers({ ...answer.headers, 'cache-control': 'no-store' })
  return answer
}

/** Logs server failures (5xx) with their cause, and no mistakes of callers. Refused requests are logged where they are counted. */
export function logFailure(log: FastifyRequest['log'], error: AppError) {
  if (isTooBusy(error)) return
  if (error.code === 'INTERNAL_ERROR') log.error({ err: error.cause }, 'Unexpected error')
  else if (error.code === 'UNAVAILABLE') log.warn({ err: error.cause }, 'Unavailable')
}

const isTooBusy = ({ message }: AppError) => message === TOO_BUSY

const internal = (cause: unknown) => new AppError('INTERNAL_ERROR', SERVER_ERROR, { cause })

function fromTrpc(error: TRPCError): AppError {
  if (error.cause && !(error.cause instanceof TRPCError)) {
    const cause = toAppError(error.cause)
    if (cause.code !== 'INTERNAL_ERROR') return cause
  }
  if (error.code === 'NOT_FOUND') return new AppError('NOT_FOUND', 'There is no such procedure')
  if (error.code === 'METHOD_NOT_SUPPORTED') {
    return new AppError('METHOD_NOT_ALLOWED', 'This procedure is called with another method')
  }
  if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST') return badRequest(error)
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return fastifyErrors.FST_ERR_CTP_INVALID_MEDIA_TYPE!(error)
  return internal(error.cause ?? error)
}

const badRequest = (cause: unknown) =>
  new AppError('BAD_REQUEST', 'The request could not be read. Please check its format.', { cause })

const fastifyErrors: Record<string, (cause: unknown) => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (cause) =>
    new AppError('UNSUPPORTED_MEDIA_TYPE', 'This kind of content is not accepted here', { cause }),
  FST_ERR_CTP_BODY_TOO_LARGE: (cause) =>
    new AppError('PAYLOAD_TOO_LARGE', 'The request is too large', { cause }),
  FST_ERR_HANDLER_TIMEOUT: (cause) => unavailable(5, { cause }),
}

function fromFastify(error: unknown, code: string): AppError | undefined {
  if (code in fastifyErrors) return fastifyErrors[code]?.(error)
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (code.startsWith('FST_') && typeof status === 'number' && status < 500) return badRequest(error)
  return undefined
}

/** SQLSTATEs that a caller can cause. Input checks should catch the first kind earlier. */
const postgresErrors: [pattern: RegExp, code: ErrorCode, message: string][] = [
  [/^(22021|22P05|22P02|22003|2200[789]|54001)$/, 'VALIDATION_FAILED', 'A value cannot be stored'],
  [/^23505$/, 'CONFLICT', 'This already exists'],
  [/^(40001|40P01|55P03)$/, 'CONFLICT', 'Somebody else is changing this right now. Please try again.'],
]

function fromPostgres(cause: unknown, code: string): AppError | undefined {
  const match = postgresErrors.find(([pattern]) => pattern.test(code))
  return match && new AppError(match[1], match[2], { cause })
}

const DATABASE_DOWN =
  /^(53...|57P0.|57014|08...|E(CONN(REFUSED|RESET)|NOENT|PIPE|TIMEDOUT|(HOST|NET)UNREACH|NOTFOUND|AI_AGAIN))$/

/** Out of resources, shutting down, or unreachable. */
function isDatabaseDown(error: unknown, code: string) {
  if (DATABASE_DOWN.test(code)) {
    return code !== 'ENOENT' || (error as { syscall?: string }).syscall === 'connect'
  }
  return error instanceof Error && driverErrors.test(error.message)
}

/** Errors of `pg` without a code: the connection broke before, during or after the last statement. */
const driverErrors =
  /^(Connection terminated|Query read timeout|Client was closed|timeout exceeded when trying to connect|Client has encountered a connection error)/

const codeOf = (error: unknown) => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}
