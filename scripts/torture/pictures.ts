import type { UploadedImage } from '../../packages/contracts/src/index.ts'
import { noise } from '../../packages/images/src/testing.ts'

/** Of every picture that is sent. */
export const PICTURE = { width: 96, height: 64 }

/** Uploads a picture of its own. */
export async function sendPicture(url: string, token: string) {
  const form = new FormData()
  const bytes = await noise(PICTURE.width, PICTURE.height).png().toBuffer()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'dusk.png')
  const response = await fetch(`${url}/admin/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  // The contract says what stands in it; whoever reads the data has looked at the status.
  const { data } = (await response.json()) as { data: UploadedImage }
  return { status: response.status, headers: response.headers, data }
}
