import { useStored } from '../screen/use-stored.ts'

const KEYS = {
  /** Single-key shortcuts. WCAG 2.1.4 requires the switch, for speech input and accidental keys. */
  shortcuts: 'admin_shortcuts',
  /** Whether straight quotes, dashes and dots are replaced by typographic ones while typing. */
  punctuation: 'editor_punctuation',
}

export type SwitchName = keyof typeof KEYS

/** What somebody may turn off in this browser. */
export function useSwitch(name: SwitchName): { isOn: boolean; turn(on: boolean): void } {
  const [stored, store] = useStored(KEYS[name])
  return { isOn: stored !== 'off', turn: (on) => store(on ? null : 'off') }
}
