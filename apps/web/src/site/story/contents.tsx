import type { OutlineEntry } from '@nightdesk/editor'

/** With fewer headings, scrolling is faster. */
const FEWEST = 3
/** Listed levels of the outline. */
const LEVELS = 2

/** The headings of a story: a column beside it on a wide screen, collapsed above it on others; see `contents.css`. */
export function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
  const listed = entries.filter(({ level }) => level <= LEVELS)
  if (listed.length < FEWEST) return null
  return (
    <nav className="contents" aria-label="Contents">
      <details>
        <summary>Contents</summary>
        <ol>
          {chaptersOf(listed).map(({ heading, sections }) => (
            <li key={heading.id}>
              <EntryLink entry={heading} />
              {sections.length > 0 ? (
                <ol>
                  {sections.map((section) => (
                    <li key={section.id}>
                      <EntryLink entry={section} />
                    </li>
                  ))}
                </ol>
              ) : null}
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}

function EntryLink({ entry: { id, text } }: { entry: OutlineEntry }) {
  return <a href={`#${id}`}>{text}</a>
}

interface Chapter {
  heading: OutlineEntry
  sections: OutlineEntry[]
}

function chaptersOf(entries: readonly OutlineEntry[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const entry of entries) {
    const chapter = chapters.at(-1)
    if (chapter && entry.level > 1) chapter.sections.push(entry)
    else chapters.push({ heading: entry, sections: [] })
  }
  return chapters
}
