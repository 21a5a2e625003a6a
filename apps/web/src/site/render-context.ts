import { createContext } from 'react-router'
import type { RenderOptions } from '../server-api.ts'

/** What loaders get: the API in process, the site and the clock. */
export const renderContext = createContext<RenderOptions>()
