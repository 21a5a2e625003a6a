import { SwitchCard } from './switch-card.tsx'
import { usePunctuationSwitch } from './use-punctuation-switch.ts'

export function PunctuationSwitch() {
  const { isOn, turn } = usePunctuationSwitch()
  return (
    <SwitchCard
      title="Typing"
      label="Smart punctuation"
      hint="Sets curly quotes, dashes and ellipses as you type. Kept in this browser."
      isOn={isOn}
      onTurn={turn}
    />
  )
}
