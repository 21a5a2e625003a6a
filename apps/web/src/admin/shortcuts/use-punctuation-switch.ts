import { useStored } from '../screen/use-stored.ts'

const KEY = 'editor_punctuation'

/** Whether straight quotes, dashes and dots are replaced by typographic ones while typing. */
export function usePunctuationSwitch(): { isOn: boolean; turn(on: boolean): void } {
  const [stored, store] = useStored(KEY)
  return { isOn: stored !== 'off', turn: (on) => store(on ? null : 'off') }
}
