import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { useSignOut } from '../../navigation/use-sign-out.ts'
import { KeyHint } from '../../shortcuts/key-hint.tsx'
import { paletteKeys } from '../../shortcuts/show-keys.ts'
import { preloadPalette } from '../overlays.tsx'
import { Brand } from './brand.tsx'

/** On a phone only the site name and the search; the tab bar has the rest. */
export function TopBar({ onSearch }: { onSearch(): void }) {
  const signOut = useSignOut()
  return (
    <header className="top-bar sticky top-0 z-10 flex h-13 items-center justify-between gap-2 border-b border-line bg-bg px-4 sm:px-6">
      <div className="min-w-0 md:hidden">
        <Brand />
      </div>
      <SearchButton onSearch={onSearch} />
      <div className="flex gap-2 max-md:hidden">
        <a href={paths.home()} className={buttonClass({ variant: 'secondary' })}>
          View Site
        </a>
        <Button variant="secondary" onClick={signOut}>
          Sign Out
        </Button>
        <Link to={paths.admin.newDraft} className={buttonClass()}>
          <span>New Article</span>
          <KeyHint keys="c" className="border-current/40! bg-transparent! text-on-primary!" />
        </Link>
      </div>
    </header>
  )
}

function SearchButton({ onSearch }: { onSearch(): void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onSearch}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-control text-muted hover:text-ink max-md:-mr-3 md:h-8 md:pr-2"
    >
      <Icon name="search" className="size-5 md:hidden" />
      <span className="whitespace-nowrap max-md:sr-only">Search or jump to…</span>
      <span aria-hidden className="flex max-lg:hidden pointer-coarse:hidden">
        <Kbd>{paletteKeys}</Kbd>
      </span>
    </button>
  )
}
