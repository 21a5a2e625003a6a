import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/use-copy.ts'

interface CopyLinkProps {
  /** Of the button: "Copy one-time invite link". */
  label: string
  url: string
}

/** A link, and a button that copies it. */
export function CopyLink({ label, url }: CopyLinkProps) {
  const input = useRef<HTMLInputElement>(null)
  const { copy, outcome } = useCopy(url, 'The link is selected: copy it with your keyboard')
  const selectAndCopy = () => {
    input.current?.select()
    return copy()
  }

  return (
    <div className="flex flex-col gap-2">
      <input
        ref={input}
        readOnly
        aria-label="Link"
        value={url}
        onFocus={({ target }) => target.select()}
        className="h-10 w-full rounded-control border border-control bg-sunken px-3 font-mono text-xs text-ink"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="lg" onClick={selectAndCopy}>
          {label}
        </Button>
        <span role="status" className="text-ink-2">
          {outcome}
        </span>
      </div>
    </div>
  )
}
