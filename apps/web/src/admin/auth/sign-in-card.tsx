import type { ReactNode } from 'react'
import { useScreen } from '../screen/page.tsx'
import { siteName } from '../screen/site-name.ts'

/** Layout of the admin pages before sign-in. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  useScreen(title)
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-4 py-10">
      <p className="flex items-center gap-2 font-serif text-xl font-medium">
        <span aria-hidden className="size-3 rounded-full bg-jacket" />
        {siteName}
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
