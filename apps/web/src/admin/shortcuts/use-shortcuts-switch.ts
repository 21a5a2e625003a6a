import { useStored } from '../screen/use-stored.ts'

const KEY = 'admin_shortcuts'

/** Single-key shortcuts can be turned off, as WCAG 2.1.4 requires, for speech input and accidental keys. */
export function useShortcutsSwitch(): { areOn: boolean; turn(on: boolean): void } {
  const [stored, store] = useStored(KEY)
  return { areOn: stored !== 'off', turn: (on) => store(on ? null : 'off') }
}
