import { type KeyboardEvent, useState } from 'react'

interface ReplaceRowProps {
  /** Nothing is found. */
  isEmpty: boolean
  onReplace(text: string): void
  onReplaceAll(text: string): void
}

export function ReplaceRow({ isEmpty, onReplace, onReplaceAll }: ReplaceRowProps) {
  const [text, setText] = useState('')
  const replaceByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onReplace(text)
  }
  return (
    <div className="editor-find-row">
      <div className="editor-find-field">
        <input
          aria-label="Replace with"
          placeholder="Replace with"
          autoComplete="off"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={replaceByEnter}
        />
      </div>
      <div className="editor-find-buttons">
        <button type="button" aria-disabled={isEmpty || undefined} onClick={() => onReplace(text)}>
          Replace
        </button>
        <button
          type="button"
          aria-disabled={isEmpty || undefined}
          onClick={() => !isEmpty && onReplaceAll(text)}
        >
          Replace all
        </button>
      </div>
    </div>
  )
}
