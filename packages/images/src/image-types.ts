/** First bytes and extension of the accepted formats. The client’s file name and type are ignored. */
const IMAGE_TYPES = {
  jpg: { content_type: 'image/jpeg', signature: /^\xff\xd8\xff/ },
  png: { content_type: 'image/png', signature: /^\x89PNG\r\n/ },
  gif: { content_type: 'image/gif', signature: /^GIF8[79]a/ },
  webp: { content_type: 'image/webp', signature: /^RIFF.{4}WEBP/s },
  // A box of brands, four bytes each. HEIC differs only in its brand, and browsers do not show it.
  avif: { content_type: 'image/avif', signature: /^.{4}ftyp(?:.{4})*?avi[fs]/s },
} as const

export type ImageExtension = keyof typeof IMAGE_TYPES
export type ImageContentType = (typeof IMAGE_TYPES)[ImageExtension]['content_type']

/** The format of a file by its first bytes; null for formats that are not accepted. */
export function sniffImage(bytes: Uint8Array): ImageExtension | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  const found = EXTENSIONS.find((extension) => IMAGE_TYPES[extension].signature.test(start))
  return found ?? null
}

export const contentTypeOf = (extension: ImageExtension): ImageContentType =>
  IMAGE_TYPES[extension].content_type

/** The type of a stored file in responses: decided by our own name for it, never by its bytes. */
export function contentTypeOfFile(filename: string): ImageContentType {
  const extension = EXTENSIONS.find((extension) => filename.endsWith(`.${extension}`))
  if (!extension) throw new TypeError('Not the name of a stored image')
  return contentTypeOf(extension)
}

// Object.keys forgets the type of the keys.
const EXTENSIONS = Object.keys(IMAGE_TYPES) as ImageExtension[]
