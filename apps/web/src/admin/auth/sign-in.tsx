import type { SignedIn } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { notify } from '../notify.ts'
import { useArrival, useSiteName } from '../screen/page.tsx'
import { nextPage } from './next-page.ts'
import { storeSession } from './session.ts'

export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  useArrival(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <p className="flex items-center gap-2 font-serif text-xl font-medium">
        <span aria-hidden className="size-3 rounded-full bg-jacket" />
        {useSiteName()}
      </p>
      <FormCard title={title}>{children}</FormCard>
    </main>
  )
}

export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="w-full max-w-sm rounded-card border border-line bg-surface p-6">
      <h1 className="mb-5 text-[1.375rem]">{title}</h1>
      {children}
    </div>
  )
}

/** Topic of the sign-in notifications, so that each attempt replaces the notification of the one before. */
export const SIGN_IN = 'sign-in'

export function useSignedIn() {
  const navigate = useNavigate()
  const [search] = useSearchParams()

  return (session: SignedIn) => {
    storeSession(session)
    notify({
      title: 'Welcome back!',
      description: `Successfully logged in as ${session.full_name}`,
      topic: SIGN_IN,
    })
    navigate(nextPage(search), { replace: true })
  }
}
