import type { AdminArticleSummary } from '@nightdesk/contracts'
import { paths } from '../paths.ts'

export interface Step {
  label: string
  hint: string
  to: string
  /** A page of the public site, not of the admin. */
  isPublic?: boolean
  isDone: boolean
}

type Known = Pick<AdminArticleSummary, 'id' | 'state' | 'poster_url' | 'date_published' | 'readers'>

/**
 * The steps from nothing to an article that has been read. `articles` are sorted by their last change, newest first. `writing`
 * is the path of the text that is being written, which may be no article yet.
 */
export function firstSteps(articles: Known[], writing?: string): Step[] {
  const [newest] = articles
  const published = articles.find(({ state }) => state === 'published')
  return [
    {
      label: 'Write',
      hint: 'A title and a first paragraph will do.',
      to: paths.admin.newDraft,
      isDone: newest !== undefined || writing !== undefined,
    },
    {
      label: 'Add a poster',
      hint: 'The picture that the story is met by.',
      to: newest ? paths.admin.editDraft(newest.id) : (writing ?? paths.admin.newDraft),
      isDone: articles.some(({ poster_url }) => poster_url !== null),
    },
    {
      label: 'Publish',
      hint: 'One press, and one to take it back.',
      to: newest ? paths.admin.draft(newest.id) : (writing ?? paths.admin.newDraft),
      // Also one that was unpublished since.
      isDone: articles.some(({ date_published }) => date_published !== null),
    },
    {
      label: 'Read it on the site',
      hint: 'As your readers will.',
      to: published ? paths.article(published.id) : paths.home(),
      isPublic: true,
      isDone: articles.some(({ readers }) => readers > 0),
    },
  ]
}
