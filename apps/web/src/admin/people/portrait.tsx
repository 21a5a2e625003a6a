/** A small picture of a person, or their first letter. */
export const Portrait = ({ url, name }: { url: string | null; name: string }) =>
  url ? (
    <img src={url} alt="" className="size-9 shrink-0 rounded-full bg-sunken object-cover" />
  ) : (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunken font-serif text-ink-2"
    >
      {[...name][0]}
    </span>
  )
