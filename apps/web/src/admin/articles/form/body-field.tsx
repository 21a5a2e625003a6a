import type { Block, FieldError } from '@nightdesk/contracts'
import { Editor, type EditorProps } from '@nightdesk/editor/lexical'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useSwitch } from '../../shortcuts/use-switch.ts'
import { uploadImage } from './images/upload-image.ts'
import { useCopyImage } from './images/use-copy-image.ts'
import type { FormText } from './use-form-text.ts'

interface BodyFieldProps extends Pick<EditorProps, 'heading' | 'renderAids' | 'renderFooter'> {
  text: FormText
  initialContent: Block[]
  /** The server's field errors from the last save. */
  refused: FieldError[] | undefined
}

/** The editor, with the server's error about the content below. */
export function BodyField({ text, initialContent, refused, ...parts }: BodyFieldProps) {
  const { editor, setPendingUploads, change } = text
  const searchArticles = useSearchArticles()
  const copyImage = useCopyImage()
  const { isOn: isPunctuationSmart } = useSwitch('punctuation')
  const error = refused?.find(({ path }) => path.startsWith('content'))
  return (
    <>
      <Editor
        initialContent={initialContent}
        onChange={(content) => change({ content })}
        uploadImage={uploadImage}
        copyImage={copyImage}
        onPendingUploads={(count) => setPendingUploads({ text: count })}
        searchArticles={searchArticles}
        handle={editor}
        isPunctuationSmart={isPunctuationSmart}
        placeholder="Write, or type / to insert"
        {...parts}
      />
      {error && (
        <p role="alert" className="px-4 py-1 text-xs text-danger">
          {error.message}
        </p>
      )}
    </>
  )
}

const FOUND = 6

/** For the editor: searches published articles to link to. */
function useSearchArticles() {
  const utils = api.useUtils()
  return async (query: string) => {
    const found = await utils.articles.list.fetch({ q: query, state: 'published', limit: FOUND })
    return found.map(({ id, title }) => ({ title, url: paths.article(id) }))
  }
}
