import { type AdminArticle, type Block, codePoints, MAX_EXCERPT, textProblem } from '@nightdesk/contracts'
import { excerpt as excerptOf } from '@nightdesk/editor'
import { formatNumber } from '../../../format.ts'
import { TextArea } from '../../../ui/field.tsx'
import { useEditState, useRefusal, useWriting, useWritten } from '../saving/writing-context.tsx'
import { CreditsField } from './credits-field.tsx'
import { PageFields } from './page-fields.tsx'
import { PosterField } from './poster-field.tsx'
import { TagsField } from './tags-field.tsx'

/** Featured image, byline, tags and excerpt; a page has an address in place of tags. */
export function DetailsFields({ article }: { article: AdminArticle | undefined }) {
  const textNumber = useEditState((state) => state.text_number)
  return (
    <>
      <PosterField key={textNumber} />
      {article?.kind === 'page' && <PageFields article={article} />}
      <CreditsField />
      {article?.kind !== 'page' && <TagsField />}
      <ExcerptField />
    </>
  )
}

/** The excerpt for cards, search results and feeds. While it is empty, the placeholder shows the one made from the text. */
function ExcerptField() {
  const { draftEditor } = useWriting()
  const excerpt = useWritten('excerpt')
  const derived = useEditState(() => madeFrom(draftEditor.texts().written.content))
  const error = useRefusal('excerpt')
  const hint =
    excerpt.trim() === ''
      ? 'Made from the text, unless you write one.'
      : 'Empty it to have it made from the text.'
  return (
    <TextArea
      name="excerpt"
      label="Excerpt"
      value={excerpt}
      rows={2}
      placeholder={derived}
      hint={
        <>
          <span>{hint}</span>
          {excerpt !== '' && (
            <span className="shrink-0 tabular-nums">
              {codePoints(excerpt.trim())} of {formatNumber(MAX_EXCERPT)}
            </span>
          )}
        </>
      }
      problem={textProblem('Excerpt', excerpt.trim(), MAX_EXCERPT) ?? error}
      onChange={(next) => draftEditor.change({ excerpt: next })}
    />
  )
}

const made = new WeakMap<Block[], string>()

/** The excerpt of a text, computed once. */
function madeFrom(content: Block[]): string {
  const known = made.get(content) ?? excerptOf(content)
  made.set(content, known)
  return known
}
