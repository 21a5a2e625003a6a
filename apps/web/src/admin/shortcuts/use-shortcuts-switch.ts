import { useStored } from '../screen/use-stored.ts'

const KEY = 'admin_shortcuts'

/** Single keys can be turned off, for those who dictate or whose hands slip (WCAG 2.1.4). */
export function useShortcutsSwitch(): { areOn: boolean; turn(on: boolean): void } {
  const [stored, store] = useStored(KEY)
  return { areOn: stored !== 'off', turn: (on) => store(on ? null : 'off') }
}
