import type { PublishedPerson } from '@nightdesk/contracts'
import { paths } from '../../paths.ts'
import { StructuredData } from '../head/structured-data.tsx'
import { useSettings } from '../settings.ts'
import { Picture } from '../story/picture.tsx'

/** The picture, the bio and the links of a person. Nothing is shown of what is missing. */
export function AboutPerson({ person }: { person: PublishedPerson }) {
  const { id, name, bio, picture, links } = person
  const { url } = useSettings()
  const paragraphs = bio.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <>
      <StructuredData
        things={[
          {
            '@type': 'Person',
            name,
            url: `${url}${paths.author(id)}`,
            ...(bio && { description: bio }),
            ...(picture && { image: `${url}${picture.url}` }),
            ...(links.length > 0 && { sameAs: links }),
          },
        ]}
      />
      {picture ? (
        <Picture className="portrait" src={picture.url} alt="" image={picture} sizes="7rem" eager />
      ) : null}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="bio" dir="auto">
          {paragraph}
        </p>
      ))}
      {links.length > 0 ? (
        <ul className="person-links" aria-label={`${name} elsewhere`}>
          {links.map((link) => (
            <li key={link}>
              <a rel="me nofollow" href={link}>
                {describeLink(link)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** The host and the path, as people write addresses. */
function describeLink(link: string): string {
  const { host, pathname } = new URL(link)
  return `${host.replace(/^www\./, '')}${pathname}`.replace(/\/$/, '')
}
