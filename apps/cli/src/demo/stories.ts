import type { Block } from '@nightdesk/contracts'
import careOfTheGlacier from './stories/care-of-the-glacier.json' with { type: 'json' }
import matatuToTheMoon from './stories/matatu-to-the-moon.json' with { type: 'json' }
import rainRecorded from './stories/rain-recorded.json' with { type: 'json' }
import theLighthouseKeeperOfCeres from './stories/the-lighthouse-keeper-of-ceres.json' with { type: 'json' }
import theRopeYears from './stories/the-rope-years.json' with { type: 'json' }
import theTideClerk from './stories/the-tide-clerk.json' with { type: 'json' }
import unclaimed from './stories/unclaimed.json' with { type: 'json' }

/** A sample story. `poster`, and the `url` of each image, name a drawing. */
export interface Story {
  title: string
  excerpt: string
  poster: string
  poster_alt: string
  tags: string[]
  content: Block[]
  /** Of words that were wrong in the version that was published first. */
  correction?: Correction
}

export interface Correction {
  text: string
  wrong: string
  right: string
}

/** A story in work, with the notes of readers of a preview. */
export interface Draft extends Pick<Story, 'title' | 'tags' | 'content'> {
  notes: { name: string; text: string; quote: string; suggestion?: string }[]
}

/** In the order of publication: the home page leads with the last. */
export const stories: Story[] = [
  careOfTheGlacier,
  theTideClerk,
  theRopeYears,
  rainRecorded,
  matatuToTheMoon,
  theLighthouseKeeperOfCeres,
]

export const draft: Draft = unclaimed
