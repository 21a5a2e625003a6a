import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import { Card } from '../../ui/card.tsx'

interface SwitchCardProps {
  title: string
  label: string
  hint: string
  isOn: boolean
  onTurn(on: boolean): void
}

/** A card with an on-off setting that is stored in the browser. */
export function SwitchCard({ title, label, hint, isOn, onTurn }: SwitchCardProps) {
  const labelId = useId()
  return (
    <Card title={title}>
      <div className="flex items-center justify-between gap-4">
        <p>
          <span id={labelId} className="block font-medium">
            {label}
          </span>
          <span className="text-muted">{hint}</span>
        </p>
        <Switch.Root
          aria-labelledby={labelId}
          checked={isOn}
          onCheckedChange={onTurn}
          className="relative flex h-6 w-10 shrink-0 rounded-full border border-control bg-sunken p-[3px] transition-colors duration-(--press) after:absolute after:-inset-2.5 data-checked:border-primary data-checked:bg-primary"
        >
          <Switch.Thumb className="size-4 rounded-full bg-control transition-transform duration-(--press) data-checked:translate-x-4 data-checked:bg-on-primary" />
        </Switch.Root>
      </div>
    </Card>
  )
}
