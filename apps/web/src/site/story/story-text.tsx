import type { Block, PublishedArticle } from '@nightdesk/contracts'
import { outline, plainText } from '@nightdesk/editor'
import { Blocks, trimEmptyLines } from '@nightdesk/editor/render'
import { Contents } from './contents.tsx'
import { storyCode } from './story-code.tsx'
import { storyImage } from './story-image.tsx'

/** Ids of `layout.tsx` and `story-corrections.tsx`. */
const PAGE_IDS = ['main', 'corrections', 'corrections-title']

/** A digit, or a letter of a script without joined letters, after optional punctuation. */
const INITIAL = /^\p{P}*[\p{N}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u
/** Fewer characters do not fill the three lines beside a drop cap. */
const SHORTEST_OPENING = 140

/** The content of an article, with links to its headings. */
export function StoryText({ article }: { article: PublishedArticle }) {
  const content = trimEmptyLines(article.content)
  const entries = outline(content, PAGE_IDS)
  const ids = new Map(entries.map(({ index, id }) => [content[index], id]))
  return (
    <div className="story-body">
      <Contents entries={entries} />
      <div className={opensLikeABook(content) ? 'prose opening' : 'prose'}>
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

/** Whether the text may begin with a drop cap: its first character allows one and its paragraph is long enough. */
function opensLikeABook([first]: readonly Block[]): boolean {
  if (first?.type !== 'paragraph') return false
  const [line = ''] = plainText([first]).split('\n')
  return line.length >= SHORTEST_OPENING && INITIAL.test(line)
}
