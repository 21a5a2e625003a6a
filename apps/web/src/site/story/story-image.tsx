import type { PublishedArticle, PublishedImage } from '@nightdesk/contracts'
import type { ImageProps } from '@nightdesk/editor/render'
import { Picture } from './picture.tsx'

/** The column of a story, and less on a phone; see `story.css`. */
export const STORY_SIZES = '(min-width: 50rem) 44rem, calc(100vw - 2.5rem)'

/** Blocks that are in view, at least on a phone, when a story without a poster opens. */
const FIRST_BLOCKS = 2

/** Shows the images of an article; the first one is fetched at once when the story begins with it. */
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

/** A class where the style sheet must know more than the size. */
function shapeOf(image: PublishedImage | undefined): string | undefined {
  if (!image) return 'unmeasured'
  return image.height > image.width ? 'tall' : undefined
}

/** What a block itself says of an image. */
const sizeOnly = (width: number | undefined, height: number | undefined): PublishedImage | undefined =>
  width && height ? { width, height, variants: [] } : undefined
