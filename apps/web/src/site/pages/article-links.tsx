import { type Article, CREDIT_PHRASES, creditsByRole } from '@nightdesk/contracts'
import { Fragment } from 'react'
import { paths } from '../../paths.ts'

/** “By Ada and Grace · Translated by Edith”, with links to their other stories. */
export function Byline({ credits }: Pick<Article, 'credits'>) {
  return (
    <p className="byline">
      {creditsByRole(credits).map(({ role, people }, index) => (
        <Fragment key={role}>
          {index > 0 ? ' · ' : null}
          {`${CREDIT_PHRASES[role]} `}
          <People people={people} />
        </Fragment>
      ))}
    </p>
  )
}

function People({ people }: { people: Article['credits'] }) {
  let index = 0
  return NAMES.formatToParts(people.map(({ name }) => name)).map(({ type, value }) => {
    const person = type === 'element' ? people[index++] : undefined
    if (!person) return value
    return (
      <a
        key={person.person_id}
        rel={person.role === 'author' ? 'author' : undefined}
        href={paths.author(person.person_id)}
      >
        {value}
      </a>
    )
  })
}

const NAMES = new Intl.ListFormat('en-US')

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
