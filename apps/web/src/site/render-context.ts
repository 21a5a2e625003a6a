import { createContext } from 'react-router'
import type { RenderOptions } from '../server-api.ts'

/** The input of loaders: the API in process, the site and the current time. */
export const renderContext = createContext<RenderOptions>()
