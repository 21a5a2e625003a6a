import { useStored } from '../screen/use-stored.ts'

const KEY = 'editor_punctuation'

/** Whether quotes, dashes and ellipses are set while a story is typed. */
export function usePunctuationSwitch(): { isOn: boolean; turn(on: boolean): void } {
  const [stored, store] = useStored(KEY)
  return { isOn: stored !== 'off', turn: (on) => store(on ? null : 'off') }
}
