import type { EditorThemeClasses } from 'lexical'

/** Classes of elements that cannot be selected by tag alone; `editor.css` and the app’s `prose` style them. */
export const theme: EditorThemeClasses = {
  code: 'editor-code',
  list: { nested: { listitem: 'nested' } },
  text: {
    underline: 'editor-underline',
    strikethrough: 'editor-strikethrough',
    underlineStrikethrough: 'editor-underline-strikethrough',
  },
}
