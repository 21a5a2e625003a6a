import { CODE_LANGUAGES } from '@nightdesk/editor'
import { colourCode } from '@nightdesk/editor/code-colours'
import type { CodeProps } from '@nightdesk/editor/render'
import type { ReactNode } from 'react'
import { useIsStatic } from '../settings.ts'

/** Characters of code that are highlighted on one page. More would keep other readers waiting. */
const MAX_COLOURED_ON_PAGE = 24_000

/** Renders the code blocks of one page, highlighted up to {@link MAX_COLOURED_ON_PAGE}. */
export function storyCode() {
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
        <pre tabIndex={0}>
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
