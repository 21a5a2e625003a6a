import { Meter as BaseMeter } from '@base-ui/react/meter'

interface MeterProps {
  label: string
  /** Percent; the bar is full at 100. */
  value: number
  /** Colour up to 70 %; above that it is yellow, above 90 % red. */
  normal: 'indigo' | 'green'
}

export function Meter({ label, value, normal }: MeterProps) {
  return (
    <BaseMeter.Root aria-label={label} value={Math.min(100, value)}>
      <BaseMeter.Track className="bar h-2 overflow-hidden rounded-full bg-sunken">
        <BaseMeter.Indicator className={`bar-fill h-full rounded-full ${colour(value, normal)}`} />
      </BaseMeter.Track>
    </BaseMeter.Root>
  )
}

function colour(value: number, normal: MeterProps['normal']) {
  if (value > 90) return 'bg-danger'
  if (value > 70) return 'bg-warning-solid'
  return normal === 'indigo' ? 'bg-meter' : 'bg-success'
}

interface ProgressProps {
  label: string
  /** 0 to 1; null while the end is not known. */
  value: number | null
}

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
