import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionDependency } from '@lexical/react/useExtensionComponent'
import { useSignalValue } from '@lexical/react/useExtensionSignalValue'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { useEffect } from 'react'
import { OutsideImageExtension, type OutsideImageProps } from '../images/outside-image.ts'
import { type CopyImage, type Copying, createImageCopies, type ImageCopies } from './image-copies.ts'
import { subscribeToOutsideUrls } from './outside-urls.ts'

/** Adds controls for copying below each image of another site. */
export function CopyControls({ copyImage }: { copyImage: CopyImage }) {
  const [editor] = useLexicalComposerContext()
  const { Control } = useExtensionDependency(OutsideImageExtension).output
  useEffect(() => {
    const copies = createImageCopies(editor, copyImage)
    Control.value = (props) => <CopyControl copies={copies} {...props} />
    return () => {
      Control.value = undefined
      copies.end()
    }
  }, [editor, Control, copyImage])
  return null
}

/** Shows the host of an image, buttons to copy it or all such images, and the progress. */
function CopyControl({ copies: { copies, copy }, source, url }: OutsideImageProps & { copies: ImageCopies }) {
  const known = useSignalValue(copies)
  const sources = useLexicalSubscription(subscribeToOutsideUrls)
  const copying = known.get(source)
  const isFailed = copying?.state === 'failed'
  const isUnderWay = copying !== undefined && !isFailed
  const idle = sources.filter((other) => (known.get(other)?.state ?? 'failed') === 'failed')
  const start = () => {
    if (!isUnderWay) void copy([source])
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
    <span role="group" aria-label={`Image of ${url.host}`} className="editor-image-alt editor-copy">
      <span data-failed={isFailed || undefined}>{describe(copying, url)}</span>
      {/* aria-disabled instead of disabled, so that the button keeps the focus. */}
      <button type="button" aria-disabled={isUnderWay || undefined} onClick={start}>
        {isFailed ? 'Try again' : 'Copy to this site'}
      </button>
      {idle.length > 1 && !isUnderWay && (
        <button type="button" onClick={() => void copy(idle)}>
          Copy {idle.length} images
        </button>
      )}
    </span>
  )
}

function describe(copying: Copying | undefined, { host, protocol }: URL): string {
  if (copying?.state === 'failed') return copying.message
  if (copying) return PROGRESS[copying.state]
  if (protocol === 'https:') return `Kept by ${host}`
  return `Kept by ${host}, and not shown before it is copied: its address is not secure`
}

const PROGRESS = {
  waiting: 'Waiting to be copied',
  copying: 'Copying…',
  copied: 'Copied, and shown when the others are',
}
