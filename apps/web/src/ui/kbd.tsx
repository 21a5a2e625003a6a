import { Fragment, type ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[4px] border border-line bg-surface px-1 font-mono text-[0.6875rem] leading-none whitespace-pre text-muted">
      {children}
    </kbd>
  )
}

/** A command line. Its words are not broken at their hyphens. */
export const Command = ({ line }: { line: string }) => (
  <code className="font-mono text-xs">
    {line.split(' ').map((word, index) => (
      <Fragment key={word}>
        {index > 0 && ' '}
        <span className="whitespace-nowrap">{word}</span>
      </Fragment>
    ))}
  </code>
)
