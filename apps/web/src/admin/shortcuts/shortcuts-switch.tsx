import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import { Card } from '../../ui/card.tsx'
import { useShortcutsSwitch } from './use-shortcuts-switch.ts'

export function ShortcutsSwitch() {
  const { areOn, turn } = useShortcutsSwitch()
  const labelId = useId()
  return (
    <Card title="Keyboard Shortcuts">
      <div className="flex items-center justify-between gap-4">
        <p>
          <span id={labelId} className="block font-medium">
            Single-key shortcuts
          </span>
          <span className="text-muted">Press ? on any screen to see them. Kept in this browser.</span>
        </p>
        <Switch.Root
          aria-labelledby={labelId}
          checked={areOn}
          onCheckedChange={turn}
          className="relative flex h-6 w-10 shrink-0 rounded-full border border-control bg-sunken p-[3px] transition-colors duration-(--press) after:absolute after:-inset-2.5 data-checked:border-primary data-checked:bg-primary"
        >
          <Switch.Thumb className="size-4 rounded-full bg-control transition-transform duration-(--press) data-checked:translate-x-4 data-checked:bg-on-primary" />
        </Switch.Root>
      </div>
    </Card>
  )
}
