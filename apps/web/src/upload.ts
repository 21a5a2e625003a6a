import { refuseImage, type UploadedImage } from '@nightdesk/contracts'
import { endSession, readToken, requireEnrolment, sessionHeaders } from './admin/auth/session.ts'
import { isSessionEnded } from './api.ts'

export interface UploadOptions {
  /** Receives the fraction sent, 0 to 1. */
  onProgress?(sent: number): void
  signal?: AbortSignal
}

interface Upload extends UploadOptions {
  path: string
  file: File
  /** What to say when the server gives no reason that is for the user. */
  failure: string
  /** Statuses whose message is for the user, besides those that always are. */
  explained?: readonly number[]
}

/** Statuses whose message is about the file, or says when to try again. */
const EXPLAINED = [413, 415, 422, 429]

interface Answer<Data> {
  data?: Data
  code?: string
  error?: string
}

/**
 * Sends a file. The message of a rejected promise can be shown to the user. XMLHttpRequest, because `fetch` does not
 * report upload progress.
 */
export function upload<Data>({ path, file, failure, explained, onProgress, signal }: Upload): Promise<Data> {
  const { promise, resolve, reject } = Promise.withResolvers<Data>()
  const token = readToken()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.responseType = 'json'
  for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
  request.onerror = () => reject(new Error(failure))
  request.onabort = () => reject(new Error(failure))
  signal?.addEventListener('abort', () => request.abort())
  request.onload = () => {
    // The body of an upload response; null when it was not JSON.
    const answer = request.response as Answer<Data> | null
    if (answer?.data) return resolve(answer.data)
    if (isSessionEnded(answer?.code)) endSession(token)
    if (answer?.code === 'ENROLMENT_REQUIRED') requireEnrolment()
    const isExplained = [...EXPLAINED, ...(explained ?? [])].includes(request.status)
    reject(new Error((isExplained && answer?.error) || failure))
  }
  const body = new FormData()
  body.append('file', file)
  request.send(body)
  return promise
}

const UPLOAD_FAILED = 'Failed to upload image. Please try again.'

/** Uploads an image. The message of a rejected promise can be shown to the user. */
export function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
  const refusal = refuseImage(file)
  if (refusal) return Promise.reject(new Error(refusal))
  return upload({ path: '/admin/upload', file, failure: UPLOAD_FAILED, ...options })
}
