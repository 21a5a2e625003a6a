import { IMAGE_TOO_LARGE, MAX_IMAGE_BYTES, NOT_AN_IMAGE, type UploadedImage } from '@nightdesk/contracts'
import { isSessionEnded } from '../../api.ts'
import { endSession, readToken, sessionHeaders } from '../auth/session.ts'

const UPLOAD_FAILED = 'Failed to upload image. Please try again.'

/** Why a file cannot be uploaded, in the words of the specification; undefined if it can. */
export function refuseImage({ size, type }: Pick<File, 'size' | 'type'>): string | undefined {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE
  if (size > MAX_IMAGE_BYTES) return IMAGE_TOO_LARGE
}

interface Answer {
  data?: UploadedImage
  code?: string
  error?: string
}

/**
 * Uploads an image; `onProgress` gets the part that was sent, 0 to 1. The error of a refused or failed upload
 * carries a sentence for a person. XMLHttpRequest, because `fetch` does not tell how far an upload is.
 */
export function uploadImage(file: File, onProgress?: (sent: number) => void): Promise<UploadedImage> {
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
  request.onload = () => {
    // What the server answers to an upload; null when it was not JSON.
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

/** What is wrong with the file is worth saying; anything else is not the writer’s concern. */
function explain(status: number, answer: Answer | null): string {
  const isAboutFile = status === 413 || status === 415 || status === 422
  return (isAboutFile && answer?.error) || UPLOAD_FAILED
}
