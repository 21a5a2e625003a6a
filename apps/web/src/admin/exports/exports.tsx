import { OnlyForAdmins } from '../auth/only-for.tsx'
import { Page } from '../screen/page.tsx'
import { Section } from '../screen/section.tsx'
import { ExportList } from './export-list.tsx'
import { MakeExport } from './make-export.tsx'

/** Zip files of all stories: to make one, and those of the last days. */
export function Exports() {
  return (
    <Page title="Export">
      <p className="-mt-3 max-w-[70ch] text-ink-2">
        Take everything along in one zip file: every story and draft as Markdown with its pictures, and lists
        of people, tags and redirects. Other programs read it, and so does an import into another Nightdesk.
      </p>
      <OnlyForAdmins>
        <MakeExport />
        <Section title="Exports">
          <ExportList />
        </Section>
      </OnlyForAdmins>
    </Page>
  )
}
