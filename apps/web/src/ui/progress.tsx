interface ProgressProps {
  label: string
  /** 0 to 1; null while the end is not known. */
  value: number | null
}

/** How much of a task is done. */
export function Progress({ label, value }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      value={value ?? undefined}
      className={
        'block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken forced-colors:appearance-auto ' +
        '[&::-moz-progress-bar]:bg-meter [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-meter ' +
        'motion-safe:indeterminate:animate-pulse indeterminate:[&::-webkit-progress-bar]:bg-control'
      }
    />
  )
}
