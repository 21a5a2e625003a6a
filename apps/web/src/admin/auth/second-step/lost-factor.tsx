interface LostFactorProps {
  /** The account has recovery codes left. */
  hasCodes: boolean
  /** There is no other way on. */
  isOpen: boolean
}

/** The ways to sign in without the second factor. */
export function LostFactor({ hasCodes, isOpen }: LostFactorProps) {
  return (
    <details open={isOpen} className="text-ink-2">
      <summary className="w-fit cursor-pointer underline">Forgot the second factor?</summary>
      <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
        {hasCodes && <li>Use one of the recovery codes that you stored when you set it up.</li>}
        <li>An admin can reset it for you on the users screen. You sign in with your password only then.</li>
        <li>
          Whoever runs the site can do the same:{' '}
          <code className="font-mono text-xs">
            npm run nightdesk -- user <Word>reset-second-factor</Word> <Word>--email</Word>{' '}
            <Word>you@example.org</Word>
          </code>
        </li>
      </ul>
    </details>
  )
}

/** A word of a command, without line breaks at its hyphens. */
function Word({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>
}
