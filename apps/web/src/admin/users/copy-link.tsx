import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface CopyLinkProps {
  /** Of the button: "Copy one-time invite link". */
  label: string
  url: string
}

/** A link, and a button that copies it. */
export function CopyLink({ label, url }: CopyLinkProps) {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState('')

  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(url)
      setOutcome('Copied')
    } catch {
      // The clipboard API needs https.
      setOutcome('The link is selected: copy it with your keyboard')
    }
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
        <Button size="lg" onClick={copy}>
          {label}
        </Button>
        <span role="status" className="text-ink-2">
          {outcome}
        </span>
      </div>
    </div>
  )
}
