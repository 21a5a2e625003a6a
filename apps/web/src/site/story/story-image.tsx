import type { PublishedArticle, PublishedImage } from '@nightdesk/contracts'
import type { ImageProps } from '@nightdesk/editor/render'
import { Picture } from './picture.tsx'

/** The column of a story, narrower on a phone; see `story.css`. */
export const STORY_SIZES = '(min-width: 50rem) 44rem, calc(100vw - 2.5rem)'

/** Blocks in view, on a phone at least, when a story without a poster opens. */
const FIRST_BLOCKS = 2

/** Renders the images of an article. The first is not loaded lazily when the story begins with it. */
export function storyImage({ content, images, poster_url }: PublishedArticle) {
  const lead = poster_url ? undefined : content.slice(0, FIRST_BLOCKS).find(({ type }) => type === 'image')
  return function StoryImage({ block, src, alt, width, height }: ImageProps) {
    const image = images[src] ?? sizeOnly(width, height)
    return (
      <Picture
        src={src}
        alt={alt}
        image={image}
        sizes={STORY_SIZES}
        eager={block === lead}
        className={shapeOf(image)}
      />
    )
  }
}

/** A class for images that the style sheet treats differently. */
function shapeOf(image: PublishedImage | undefined): string | undefined {
  if (!image) return 'unmeasured'
  return image.height > image.width ? 'tall' : undefined
}

/** The size that a block itself gives. */
const sizeOnly = (width: number | undefined, height: number | undefined): PublishedImage | undefined =>
  width && height ? { width, height, variants: [] } : undefined
