import { type PublishedImage, VARIANT_FORMATS, variantWidths } from '@nightdesk/contracts'
import { imageReferrerPolicy } from '@nightdesk/editor/render'

interface PictureProps {
  /** A path on this site, or a URL of another site. */
  src: string
  alt: string
  /** Undefined for a picture of another site. */
  image: PublishedImage | undefined
  /** Its shown width, as a value of the `sizes` attribute. */
  sizes: string
  /** In view when the page opens, so it is fetched first and not loaded lazily. */
  eager?: boolean
  className?: string
}

/**
 * A picture in the smallest variant that fills its box. Width and height reserve the box, which the style sheet fills
 * with a background colour until the picture has loaded.
 */
export function Picture({ src, alt, image, sizes, eager = false, className }: PictureProps) {
  const sources = image ? sourcesOf(image) : []
  const picture = (
    <img
      className={className}
      src={src}
      alt={alt}
      width={image?.width}
      height={image?.height}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? undefined : 'async'}
      fetchPriority={eager ? 'high' : undefined}
      referrerPolicy={imageReferrerPolicy(src)}
    />
  )
  if (sources.length === 0) return picture
  return (
    <picture>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {picture}
    </picture>
  )
}

/** Only formats with all their variants: with some of them, a wide screen would get a narrow picture. */
function sourcesOf({ width, variants }: PublishedImage) {
  const widths = variantWidths(width)
  return VARIANT_FORMATS.flatMap((format) => {
    const copies = variants.filter((variant) => variant.format === format)
    if (copies.length === 0 || !widths.every((wanted) => copies.some((copy) => copy.width === wanted)))
      return []
    return [
      { type: `image/${format}`, srcSet: copies.map(({ url, width }) => `${url} ${width}w`).join(', ') },
    ]
  })
}
