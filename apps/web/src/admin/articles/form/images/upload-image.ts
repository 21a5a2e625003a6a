import { refuseImage, type UploadedImage } from '@nightdesk/contracts'
import { isSessionEnded } from '../../../../api.ts'
import { endSession, readToken, sessionHeaders } from '../../../auth/session.ts'

const UPLOAD_FAILED = 'Failed to upload image. Please try again.'

interface Options {
  /** Receives the fraction sent, 0 to 1. */
  onProgress?(sent: number): void
  signal?: AbortSignal
}

interface Answer {
  data?: UploadedImage
  code?: string
  error?: string
}

/**
 * Uploads an image. The message of a rejected promise can be shown to the user. XMLHttpRequest, because `fetch` does
 * not report upload progress.
 */
export function uploadImage(file: File, { onProgress, signal }: Options = {}): Promise<UploadedImage> {
  const refusal = refuseImage(file)
  if (refusal) return Promise.reject(new Error(refusal))

  const { promise, resolve, reject } = Promise.withResolvers<UploadedImage>()
  const token = readToken()
  const request = new XMLHttpRequest()
  request.open('POST', '/admin/upload')
  request.responseType = 'json'
  for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / total)
  request.onerror = () => reject(new Error(UPLOAD_FAILED))
  request.onabort = () => reject(new Error(UPLOAD_FAILED))
  signal?.addEventListener('abort', () => request.abort())
  request.onload = () => {
    // The body of an upload response; null when it was not JSON.
    const answer = request.response as Answer | null
    if (answer?.data) return resolve(answer.data)
    if (isSessionEnded(answer?.code)) endSession(token)
    reject(new Error(explain(request.status, answer)))
  }
  const body = new FormData()
  body.append('file', file)
  request.send(body)
  return promise
}

/** Shows the server's message only when it is about the file. */
function explain(status: number, answer: Answer | null): string {
  const isAboutFile = status === 413 || status === 415 || status === 422
  return (isAboutFile && answer?.error) || UPLOAD_FAILED
}
