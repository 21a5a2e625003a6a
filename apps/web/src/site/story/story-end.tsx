import type { Neighbours } from '@nightdesk/contracts'
import { paths } from '../../paths.ts'
import { DownloadBook } from './download-book.tsx'

interface StoryEndProps {
  id: number
  neighbours: Neighbours
}

/** The end of a story: sharing, and links to the previous and the next story. */
export function StoryEnd({ id, neighbours: { previous, next } }: StoryEndProps) {
  return (
    <footer className="story-end">
      <div className="story-tools">
        <button type="button" className="tool share" data-share>
          Share this story
        </button>
        <DownloadBook id={id} />
      </div>
      {previous || next ? (
        <nav className="neighbours" aria-label="More stories">
          {previous ? <NeighbourLink story={previous} rel="prev" label="Previous story" /> : null}
          {next ? <NeighbourLink story={next} rel="next" label="Next story" /> : null}
        </nav>
      ) : null}
    </footer>
  )
}

interface NeighbourLinkProps {
  story: NonNullable<Neighbours['next']>
  rel: 'prev' | 'next'
  label: string
}

function NeighbourLink({ story: { id, title }, rel, label }: NeighbourLinkProps) {
  return (
    <a href={paths.article(id)} rel={rel}>
      <span className="label">{label}</span>
      <bdi className="neighbour-title">{title}</bdi>
    </a>
  )
}
