import { SwitchCard } from './switch-card.tsx'
import { useShortcutsSwitch } from './use-shortcuts-switch.ts'

export function ShortcutsSwitch() {
  const { areOn, turn } = useShortcutsSwitch()
  return (
    <SwitchCard
      title="Keyboard Shortcuts"
      label="Single-key shortcuts"
      hint="Press ? on any screen to see them. Kept in this browser."
      isOn={areOn}
      onTurn={turn}
    />
  )
}
