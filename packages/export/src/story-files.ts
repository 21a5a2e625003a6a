import { articlePath, type Block } from '@nightdesk/contracts'
import { stringify } from 'yaml'
import { toMarkdown } from './markdown/markdown.ts'
import type { Story } from './read-stories.ts'

/** `stories/12-a-lamp`; `stories/12` if the title has no letters of ASCII. */
export function folderOf({ id, title }: Pick<Story, 'id' | 'title'>): string {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  return `stories/${[id, ...words].join('-').slice(0, 60).replace(/-$/, '')}`
}

/** The text with its front matter, for people and other programs. */
export function markdownOf(story: Story): string {
  const { id, title, excerpt, state, tags, credits, poster, corrections } = story
  const matter = {
    id,
    title,
    excerpt,
    state,
    address: articlePath(id),
    date: story.date_published,
    created: story.date_created,
    updated: story.date_updated,
    ...(story.scheduled_at && { scheduled: story.scheduled_at }),
    tags,
    credits: credits.map(({ person_id, name, role }) => ({ person: person_id, name, role })),
    poster: poster && { file: poster.filename, alt: poster.alt },
    ...(corrections.length > 0 && {
      corrections: corrections.map(({ text, created_at }) => ({ date: created_at, text })),
    }),
  }
  return `---\n${stringify(matter, { lineWidth: 0 })}---\n\n${toMarkdown(story.content)}`
}

/** The blocks as they are stored, one a line. */
export const jsonOf = (blocks: readonly Block[]): string =>
  `[\n${blocks.map((block) => JSON.stringify(block)).join(',\n')}\n]\n`
