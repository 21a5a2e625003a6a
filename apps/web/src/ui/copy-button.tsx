import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

interface CopyButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  text: string
  /** Says how to copy the text without the clipboard API, as that needs https. */
  manually: string
  /** Selects the text on the screen, for those who copy it with their keyboard. */
  select?(): void
  /** Buttons beside it. */
  more?: ReactNode
}

export function CopyButton({ text, manually, select, more, children = 'Copy', ...button }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('')
  async function copy() {
    select?.()
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied')
    } catch {
      setOutcome(manually)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button {...button} onClick={copy}>
        {children}
      </Button>
      {more}
      <span role="status" className="text-ink-2">
        {outcome}
      </span>
    </div>
  )
}
