/** Short sentences, each on a line of its own. */
export const Sentences = ({ of }: { of: string[] }) => (
  <div className="flex max-w-prose flex-col gap-1">
    {of.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </div>
)
