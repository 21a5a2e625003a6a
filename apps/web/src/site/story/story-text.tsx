import type { Block, PublishedArticle } from '@nightdesk/contracts'
import { outline, plainText } from '@nightdesk/editor'
import { Blocks, trimEmptyLines } from '@nightdesk/editor/render'
import { Contents } from './contents.tsx'
import { storyCode } from './story-code.tsx'
import { storyImage } from './story-image.tsx'

/** Of elements that stand on every page; `layout.tsx` has them. */
const PAGE_IDS = ['main']

/** Of a script whose letters are not joined, or a digit; a quotation mark may stand before it. */
const INITIAL = /^\p{P}*[\p{N}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]/u
/** Fewer letters do not fill the three lines beside a large first one. */
const SHORTEST_OPENING = 140

/** What an article says, with a way to each of its headings. */
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

/** Whether a large letter may begin the text: one that stands for itself, and beside it enough of the same paragraph. */
function opensLikeABook([first]: readonly Block[]): boolean {
  if (first?.type !== 'paragraph') return false
  const [line = ''] = plainText([first]).split('\n')
  return line.length >= SHORTEST_OPENING && INITIAL.test(line)
}
