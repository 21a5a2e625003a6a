import type { UploadedImage } from '../../packages/contracts/src/index.ts'
import { noise } from '../../packages/images/src/testing.ts'

/** The size of every uploaded picture, in pixels. */
export const PICTURE = { width: 96, height: 64 }

/** Uploads a unique picture, whose file has two or three bytes for each pixel. */
export async function sendPicture(url: string, token: string, { width, height } = PICTURE) {
  const form = new FormData()
  const bytes = await noise(width, height).png().toBuffer()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'dusk.png')
  const response = await fetch(`${url}/admin/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  // As the contract says, since callers check the status before they read the data.
  const { data } = (await response.json()) as { data: UploadedImage }
  return { status: response.status, headers: response.headers, data }
}
