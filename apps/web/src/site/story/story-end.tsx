import type { Neighbours } from '@nightdesk/contracts'
import { useIsStatic } from '../settings.ts'
import { DownloadBook } from './download-book.tsx'
import { StoryNeighbours } from './story-neighbours.tsx'

interface StoryEndProps {
  id: number
  neighbours: Neighbours
}

/** The end of a story: sharing, and links to the previous and the next story. */
export function StoryEnd({ id, neighbours }: StoryEndProps) {
  return (
    <footer className="story-end">
      <div className="story-tools">
        {useIsStatic() ? null : (
          <button type="button" className="tool share" data-share>
            Share this story
          </button>
        )}
        <DownloadBook id={id} />
      </div>
      <StoryNeighbours neighbours={neighbours} />
    </footer>
  )
}
