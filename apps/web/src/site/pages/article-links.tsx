import type { Article } from '@nightdesk/contracts'
import { paths } from '../../paths.ts'

/** The author, with a link to their other stories. */
export function Byline({ author_id, author_name }: Pick<Article, 'author_id' | 'author_name'>) {
  return (
    <p className="byline">
      {'By '}
      <a rel="author" href={paths.author(author_id)}>
        {author_name}
      </a>
    </p>
  )
}

/** The tags of an article, at the end of its text. */
export function ArticleTags({ tags }: Pick<Article, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <nav className="tags" aria-label="Tags">
      <TagLinks tags={tags} />
    </nav>
  )
}

export function TagLinks({ tags }: Pick<Article, 'tags'>) {
  return (
    <ul className="tag-list">
      {tags.map(({ name, slug }) => (
        <li key={slug}>
          <a rel="tag" href={paths.tag(slug)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
