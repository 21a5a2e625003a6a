import { Page } from '../screen/page.tsx'
import { Section } from '../screen/section.tsx'
import { ImportList } from './import-list.tsx'
import { UploadField } from './upload-field.tsx'
/** Files of other products: to bring one in, and those that were brought in. */
export function Imports() {
  return (
    <Page
      title="Import"
      intro="Bring your stories along from WordPress, Ghost, Substack, Medium, a folder of Markdown, Word, an EPUB or another Nightdesk, with their pictures, authors, tags, dates and old addresses."
      onlyFor="admins"
    >
      <UploadField />
      <ExportGuide />
      <Section title="Imports">
        <ImportList />
      </Section>
    </Page>
  )
}

/** Where other products hide their exports. */
const GUIDE = [
  ['WordPress', 'In its admin area, Tools → Export → All content. The file ends in .xml or .zip.'],
  [
    'Ghost',
    'Settings → Import/Export → Export. For the pictures, zip the file with the folder content/images.',
  ],
  ['Substack', 'Settings → Exports → New export. The file ends in .zip.'],
  ['Medium', 'Settings → Security and apps → Download your information. The file ends in .zip.'],
  [
    'Markdown',
    'Zip the folder of a site made with Jekyll, Hugo or Astro, or any folder of Markdown and pictures.',
  ],
  ['Word', 'A .docx comes in as one draft.'],
  ['EPUB', 'Each chapter comes in as a draft.'],
  ['Nightdesk', 'In its admin area, Export → Download everything. The file ends in .zip.'],
] as const

/** How to get a file out of each product. */
function ExportGuide() {
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-3 font-medium sm:px-5">Where to get the file</summary>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-1 px-4 pb-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2 sm:px-5">
        {GUIDE.map(([product, steps]) => (
          <div key={product} className="contents">
            <dt className="font-medium max-sm:mt-2">{product}</dt>
            <dd className="text-ink-2">{steps}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
