import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import { Card } from '../../ui/card.tsx'
import { useStored } from '../screen/use-stored.ts'

interface SwitchCardProps {
  name: SwitchName
  title: string
  label: string
  hint: string
}

export function SwitchCard({ name, title, label, hint }: SwitchCardProps) {
  const labelId = useId()
  const { isOn, turn } = useSwitch(name)
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
          onCheckedChange={turn}
          className="relative flex h-6 w-10 shrink-0 rounded-full border border-control bg-sunken p-[3px] transition-colors duration-(--press) after:absolute after:-inset-2.5 data-checked:border-primary data-checked:bg-primary"
        >
          <Switch.Thumb className="size-4 rounded-full bg-control transition-transform duration-(--press) data-checked:translate-x-4 data-checked:bg-on-solid" />
        </Switch.Root>
      </div>
    </Card>
  )
}

const KEYS = {
  /** Single-key shortcuts. WCAG 2.1.4 requires the switch, for speech input and accidental keys. */
  shortcuts: 'admin_shortcuts',
  /** Whether straight quotes, dashes and dots are replaced by typographic ones while typing. */
  punctuation: 'editor_punctuation',
}

type SwitchName = keyof typeof KEYS

export function useSwitch(name: SwitchName): { isOn: boolean; turn(on: boolean): void } {
  const [stored, store] = useStored(KEYS[name])
  return { isOn: stored !== 'off', turn: (on) => store(on ? null : 'off') }
}
