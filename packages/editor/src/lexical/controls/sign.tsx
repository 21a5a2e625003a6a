import type { Control } from './controls.ts'
import { Icon } from './icon.tsx'

export function Sign({ of: { sign } }: { of: Pick<Control, 'sign'> }) {
  return 'icon' in sign ? <Icon name={sign.icon} /> : <span aria-hidden="true">{sign.letters}</span>
}
