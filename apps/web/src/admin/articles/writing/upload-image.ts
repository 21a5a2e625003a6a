import { refuseImage, type UploadedImage } from '@nightdesk/contracts'
import { type UploadOptions, upload } from '../../../upload.ts'

const UPLOAD_FAILED = 'Failed to upload image. Please try again.'

/** Uploads an image. The message of a rejected promise can be shown to the user. */
export function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
  const refusal = refuseImage(file)
  if (refusal) return Promise.reject(new Error(refusal))
  return upload({ path: '/admin/upload', file, failure: UPLOAD_FAILED, ...options })
}
