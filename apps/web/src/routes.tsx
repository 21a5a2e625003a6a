import type { RouteObject } from 'react-router'
import { Home, loadHome } from './site/home.tsx'

export const routes: RouteObject[] = [{ path: '/', loader: loadHome, element: <Home /> }]
