/** SVG paths in a view box of 20 by 20. */
const outlines = {
  action: 'M11 2.5 4 11.5h5l-1 6 7-9h-5z',
  article: 'M5 2.5h7l3 3v12H5zM7.5 9h5M7.5 12h5M12 2.5v3h3',
  chart: 'M3 17h14M5.5 14v-4M10 14V4M14.5 14V7.5',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  chevron: 'm6 8 4 4 4-4',
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  dashboard: 'M3 3h6v7H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 12h6v5H3z',
  export: 'M10 12V2.5M6.5 6 10 2.5 13.5 6M3.5 12.5v4h13v-4',
  home: 'm3 9 7-6 7 6v8h-5v-5H8v5H3z',
  import: 'M10 2.5V12M6.5 8.5 10 12l3.5-3.5M3.5 12.5v4h13v-4',
  leave: 'M8 3H3.5v14H8M12.5 6.5 16 10l-3.5 3.5M16 10H8',
  library: 'M3 3.5h3.5v13H3zM6.5 3.5H10v13H6.5zM11 4.3l3-.8 3.2 12.2-3 .8z',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  page: 'M4 3h12v14H4zM7 6.5h6M7 10h6M7 13.5h3',
  picture: 'M3 4h14v12H3zM7 8h.01M3 14l4-4 3.5 3.5L13 11l4 4',
  plus: 'M10 4v12M4 10h12',
  profile:
    'M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM10 11a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM5 16c1-2 3-3 5-3s4 1 5 3',
  redirect: 'M3 5.5h5a5 5 0 0 1 5 5V16M9.5 12.5 13 16l3.5-3.5',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5 17 17',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  pen: 'M3.5 16.5l1-4L13.5 3.5a2 2 0 0 1 3 3L7.5 15.5zM12 5l3 3',
  user: 'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c.5-3 2.5-4.5 5.5-4.5s5 1.5 5.5 4.5M13 4a3 3 0 0 1 0 5.5M15.5 13c1.5.7 2.3 2 2.5 4',
}
export type IconName = keyof typeof outlines

/** An icon beside a label; it is hidden from screen readers, so never use it alone. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.5 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <path d={outlines[name]} />
    </svg>
  )
}
