import type { Passage } from '@nightdesk/editor/writing-aids'
import { useStored } from '../../screen/use-stored.ts'

export type FocusChoices = ReturnType<typeof useFocusChoices>

/** What focus mode lights up, and whether it scrolls like a typewriter. The browser remembers both; both are off at first. */
export function useFocusChoices() {
  const [lit, storeLit] = useStored('focus_lit')
  const [typewriter, storeTypewriter] = useStored('focus_typewriter')
  const passage: Passage | null = lit === 'sentence' || lit === 'paragraph' ? lit : null
  return {
    lit: passage,
    light: (next: Passage | null) => storeLit(next),
    isTypewriter: typewriter !== null,
    turnTypewriter: (isOn: boolean) => storeTypewriter(isOn ? 'on' : null),
  }
}
