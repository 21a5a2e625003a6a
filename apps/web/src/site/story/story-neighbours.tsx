import type { Neighbours, Tag } from '@nightdesk/contracts'
import { paths } from '../../paths.ts'

type Story = Neighbours['next']

/**
 * Links to the previous and the next story with the same tag; where there is none, of all stories. A page is the same for
 * all readers, so it has the links of each tag, and those of the first tag are shown. `reader/followed-tag.ts` shows the
 * others to readers who came by another tag.
 */
export function StoryNeighbours({ neighbours: { by_tag, ...all } }: { neighbours: Neighbours }) {
  if (by_tag.length === 0) return <Pair previous={all.previous} next={all.next} />
  return by_tag.map(({ tag, previous, next }, index) => (
    <Pair
      key={tag.slug}
      tag={tag}
      isHidden={index > 0}
      previous={previous ?? all.previous}
      previousHasTag={previous !== null}
      next={next ?? all.next}
      nextHasTag={next !== null}
    />
  ))
}

interface PairProps {
  previous: Story
  next: Story
  tag?: Tag
  isHidden?: boolean
  previousHasTag?: boolean
  nextHasTag?: boolean
}

function Pair({ previous, next, tag, isHidden, previousHasTag, nextHasTag }: PairProps) {
  if (!previous && !next) return null
  return (
    <nav className="neighbours" aria-label="More stories" data-neighbours={tag?.slug} hidden={isHidden}>
      {previous ? (
        <NeighbourLink story={previous} rel="prev" label="Previous" tag={previousHasTag ? tag : undefined} />
      ) : null}
      {next ? (
        <NeighbourLink story={next} rel="next" label="Next" tag={nextHasTag ? tag : undefined} />
      ) : null}
    </nav>
  )
}

interface NeighbourLinkProps {
  story: NonNullable<Story>
  rel: 'prev' | 'next'
  label: 'Previous' | 'Next'
  /** The tag that both stories have. */
  tag: Tag | undefined
}

function NeighbourLink({ story: { id, title }, rel, label, tag }: NeighbourLinkProps) {
  return (
    <a href={tag ? paths.articleInTag(id, tag.slug) : paths.article(id)} rel={rel}>
      <span className="label">
        {tag ? (
          <>
            {`${label} in `}
            <bdi>{tag.name}</bdi>
          </>
        ) : (
          `${label} story`
        )}
      </span>
      <bdi className="neighbour-title">{title}</bdi>
    </a>
  )
}
