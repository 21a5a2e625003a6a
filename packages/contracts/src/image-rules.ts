// What the browser checks of an image before it is sent, without the weight of a schema.

/** "under 5MB": the largest file that is accepted, in bytes. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024 - 1
export const IMAGE_TOO_LARGE = 'Image size should be less than 5MB'
export const NOT_AN_IMAGE = 'Please upload an image file'

/** Why a file cannot be uploaded, in the words of the specification; undefined if it can. */
export function refuseImage({ size, type }: { size: number; type: string }): string | undefined {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE
  if (size > MAX_IMAGE_BYTES) return IMAGE_TOO_LARGE
}

/** Files are named by us: 26 base-32 characters and the extension of what they were decoded as. */
export const IMAGE_FILENAME = /^[a-z2-7]{26}\.(jpg|png|gif|webp|avif)$/

export const imagePath = (filename: string) => `/api/uploads/${filename}`
