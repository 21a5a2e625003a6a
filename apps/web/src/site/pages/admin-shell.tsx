import { assets } from '../head/assets.ts'
import { Document } from '../head/document.tsx'
import { useSettings } from '../settings.ts'

/** The empty page of all admin screens. It contains no data; the admin app fetches its own. */
export function AdminShell() {
  const { name } = useSettings()
  return (
    <Document app="admin" head={<AdminHead name={name} />}>
      <div id="root" />
      <noscript>The admin needs JavaScript.</noscript>
    </Document>
  )
}

function AdminHead({ name }: { name: string }) {
  const { styles, preloads, scripts } = assets.admin
  return (
    <>
      <title>{name}</title>
      <meta name="robots" content="noindex" />
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {preloads.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
      {scripts.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </>
  )
}
