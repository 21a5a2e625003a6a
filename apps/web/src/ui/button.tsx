import type { ComponentProps } from 'react'

type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'success' | 'warning' | 'ghost'
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg'

export interface ButtonStyle {
  /** Default: secondary. */
  variant?: ButtonVariant
  size?: ButtonSize
}

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap ' +
  'transition-[opacity,border-color] duration-(--press) hover:opacity-85 active:opacity-70 ' +
  'disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress ' +
  // A touch target of 44 px, whatever the size of the button.
  'pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:top-1/2 ' +
  'pointer-coarse:after:h-11 pointer-coarse:after:-translate-y-1/2'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-primary bg-primary text-on-solid',
  secondary:
    'border-line bg-surface text-ink hover:border-control aria-pressed:border-control aria-pressed:bg-sunken',
  danger: 'border-danger bg-danger text-on-solid',
  success: 'border-success bg-success text-on-solid',
  warning: 'border-warning-solid bg-warning-solid text-on-warning',
  ghost: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
}

const sizes: Record<ButtonSize, string> = {
  xs: 'h-6 px-2 text-xs',
  sm: 'h-7 px-2.5 text-xs',
  md: 'h-8 px-3 text-sm',
  lg: 'h-10 px-4 text-md',
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonStyle = {}) {
  return `${base} ${variants[variant]} ${sizes[size]}`
}

interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  /** The action is running: the button keeps the focus, and ignores further clicks. */
  isBusy?: boolean
}

export function Button({
  variant,
  size,
  isBusy = false,
  type = 'button',
  className = '',
  onClick,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`${buttonClass({ variant, size })} ${className}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      // `preventDefault` also keeps a form from being submitted.
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {/* A line at the bottom, so that size and label of the button do not change. */}
      {isBusy && (
        <span
          aria-hidden
          className="busy-line pointer-events-none absolute inset-x-2 bottom-0.5 h-0.5 rounded-full bg-current"
        />
      )}
      {children}
    </button>
  )
}
