import { useUrlParams } from './use-url-params.ts'

/** A boolean in the URL: `?name=1`, or absent. */
export function useToggleParam(name: string): [isOn: boolean, toggle: () => void] {
  const [params, change] = useUrlParams()
  const isOn = params.has(name)
  return [isOn, () => change({ [name]: isOn ? null : '1' }, { preventScrollReset: true })]
}
