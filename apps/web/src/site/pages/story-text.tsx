import type { ArticleKind, Block, PublishedArticle, PublishedImage } from '@nightdesk/contracts'
import { CODE_LANGUAGES, type OutlineEntry, outline, plainText } from '@nightdesk/editor'
import { colourCode } from '@nightdesk/editor/code-colours'
import { Blocks, type CodeProps, type ImageProps, trimEmptyLines } from '@nightdesk/editor/render'
import type { ReactNode } from 'react'
import { Picture } from '../card.tsx'
import { useIsStatic } from '../rendering.ts'

/** A digit, or a letter of a script without joined letters, after punctuation that browsers draw beside it, which no dash is. */
const INITIAL = /^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}]*[\p{N}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u
/** Fewer characters do not fill the three lines beside a drop cap. */
const SHORTEST_OPENING = 140

export function StoryText({ article }: { article: PublishedArticle }) {
  const content = trimEmptyLines(article.content)
  const entries = outline(content)
  const ids = new Map(entries.map(({ index, id }) => [content[index], id]))
  return (
    <div className="story-body">
      <Contents entries={entries} />
      <div className={`prose${lookOf(article.kind, content)}`}>
        <Blocks
          value={content}
          headingBase={2}
          headingId={(heading) => ids.get(heading)}
          Image={storyImage(article)}
          Code={storyCode()}
        />
      </div>
    </div>
  )
}

/** A page looks like those that every site has. */
const lookOf = (kind: ArticleKind, content: readonly Block[]) =>
  kind === 'page' ? ' text-page' : opensLikeABook(content) ? ' opening' : ''

/** Whether the text may begin with a drop cap: its first character allows one and its paragraph is long enough. */
function opensLikeABook([first]: readonly Block[]): boolean {
  if (first?.type !== 'paragraph') return false
  const [line = ''] = plainText([first]).split('\n')
  return line.length >= SHORTEST_OPENING && INITIAL.test(line)
}

/** With fewer headings, scrolling is faster. */
const FEWEST = 3
/** Listed levels of the outline. */
const LEVELS = 2

/** The headings of a story: a column beside it on a wide screen, collapsed above it on others; see `story.css`. */
function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
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
  return (
    <a href={`#${id}`}>
      <bdi>{text}</bdi>
    </a>
  )
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

/** Characters of code that are highlighted on one page. More would keep other readers waiting. */
const MAX_COLOURED_ON_PAGE = 24_000

/** Renders the code blocks of one page, highlighted up to {@link MAX_COLOURED_ON_PAGE}. */
function storyCode() {
  let left = MAX_COLOURED_ON_PAGE
  // A page is rendered once, from top to bottom.
  const colour = (language: string, text: string) => {
    if (text.length > left) return undefined
    left -= text.length
    return colourCode(language, text)
  }
  return function StoryCode({ language, text, isPlain, children }: CodeProps) {
    const runs = language && isPlain ? colour(language, text) : undefined
    return (
      <div className="code">
        <p className="code-head">
          {language ? <span>{CODE_LANGUAGES[language] ?? language}</span> : null}
          {useIsStatic() ? null : (
            <button type="button" data-copy-code>
              Copy
            </button>
          )}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must be able to */}
        <pre dir="ltr" tabIndex={0}>
          <code className={language && `language-${language}`}>{runs ? <Runs runs={runs} /> : children}</code>
        </pre>
      </div>
    )
  }
}

function Runs({ runs }: { runs: NonNullable<ReturnType<typeof colourCode>> }): ReactNode {
  return runs.map(({ text, colour }, index) =>
    colour ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
      <span key={index} className={`code-${colour}`}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}

/** The column of a story, narrower on a phone; see `story.css`. */
export const STORY_SIZES = '(min-width: 50rem) 44rem, calc(100vw - 2.5rem)'

/** Blocks in view, on a phone at least, when a story without a poster opens. */
const FIRST_BLOCKS = 2

/** Renders the images of an article. The first is not loaded lazily when the story begins with it. */
function storyImage({ content, images, poster_url }: PublishedArticle) {
  const lead = poster_url ? undefined : content.slice(0, FIRST_BLOCKS).find(({ type }) => type === 'image')
  return function StoryImage({ block, src, alt, width, height }: ImageProps) {
    const image = images[src] ?? sizeOnly(width, height)
    return (
      <Picture
        src={src}
        alt={alt}
        image={image}
        sizes={STORY_SIZES}
        eager={block === lead}
        className={shapeOf(image)}
      />
    )
  }
}

function shapeOf(image: PublishedImage | undefined): string | undefined {
  if (!image) return 'unmeasured'
  return image.height > image.width ? 'tall' : undefined
}

/** The size that a block itself gives. */
const sizeOnly = (width: number | undefined, height: number | undefined): PublishedImage | undefined =>
  width && height ? { width, height, variants: [] } : undefined
