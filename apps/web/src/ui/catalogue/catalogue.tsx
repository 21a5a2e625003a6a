import type { Notify } from '../overlays/toast.tsx'
import { ButtonSamples } from './button-samples.tsx'
import { FieldSamples } from './field-samples.tsx'
import { OverlaySamples } from './overlay-samples.tsx'
import { StateSamples } from './state-samples.tsx'
import { SurfaceSamples } from './surface-samples.tsx'

/** Every component in every state, in light and dark. Served at `/__ui`, only in development. */
export function Catalogue({ notify }: { notify: Notify }) {
  return (
    <main className="grid min-h-dvh grid-cols-1 xl:grid-cols-2">
      <Half title="By day" className="by-day" notify={notify} />
      <Half title="By night" className="by-night" notify={notify} />
    </main>
  )
}

function Half({ title, className, notify }: { title: string; className: string; notify: Notify }) {
  return (
    <section aria-label={title} className={`flex min-w-0 flex-col gap-8 p-6 ${className}`}>
      <h1 className="text-[1.375rem]">{title}</h1>
      <ButtonSamples />
      <FieldSamples />
      <SurfaceSamples />
      <StateSamples />
      <OverlaySamples notify={notify} />
    </section>
  )
}
