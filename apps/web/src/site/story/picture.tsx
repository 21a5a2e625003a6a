import { type PublishedImage, VARIANT_FORMATS, variantWidths } from '@nightdesk/contracts'
import { imageReferrerPolicy } from '@nightdesk/editor/render'

interface PictureProps {
  /** A path on this site, or a URL elsewhere. */
  src: string
  alt: string
  /** What is known of a picture on this site. */
  image: PublishedImage | undefined
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** In view when the page opens: fetched before others, and not left for later. */
  eager?: boolean
  className?: string
}

/**
 * A picture in the smallest copy that fills its place. Its room is kept by width and height; until it is there the
 * style sheet fills that with the colour of sunken paper.
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

/** Only formats of which all copies are made: with some of them, a wide screen would be given a narrow picture. */
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
