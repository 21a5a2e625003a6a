import { createContext, useContext } from 'react'
import type { SiteSettings } from '../server-api.ts'

const Settings = createContext<SiteSettings | null>(null)

export const SettingsProvider = Settings.Provider

export function useSettings(): SiteSettings {
  const settings = useContext(Settings)
  if (!settings) throw new Error('Rendered outside of SettingsProvider')
  return settings
}
