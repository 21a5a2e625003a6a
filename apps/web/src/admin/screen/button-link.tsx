import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonStyle, buttonClass } from '../../ui/button.tsx'

interface ButtonLinkProps extends ButtonStyle {
  to: string
  children: ReactNode
}

export const ButtonLink = ({ to, children, ...look }: ButtonLinkProps) => (
  <Link to={to} className={buttonClass(look)}>
    {children}
  </Link>
)

export const NewTabLink = ({ to, children, ...look }: ButtonLinkProps) => (
  <a href={to} target="_blank" rel="noopener" className={buttonClass(look)}>
    {children}
  </a>
)
