import { createContext, useContext } from 'react'
import type { Notify } from '../ui/overlays/toast.tsx'

const NotifyContext = createContext<Notify | null>(null)

export const NotifyProvider = NotifyContext.Provider

/** @returns a function that shows a notification */
export function useNotify(): Notify {
  const notify = useContext(NotifyContext)
  if (!notify) throw new Error('useNotify needs a NotifyProvider above it')
  return notify
}
