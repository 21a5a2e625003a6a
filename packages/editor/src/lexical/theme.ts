import type { EditorThemeClasses } from 'lexical'

/** Classes of what Lexical draws without an element of its own; `editor.css` styles them. */
export const theme: EditorThemeClasses = {
  code: 'editor-code',
  list: { nested: { listitem: 'editor-nested' } },
  text: {
    underline: 'editor-underline',
    strikethrough: 'editor-strikethrough',
    underlineStrikethrough: 'editor-underline-strikethrough',
  },
}
