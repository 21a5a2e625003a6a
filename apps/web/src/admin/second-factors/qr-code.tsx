import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  label: string
}

/** A QR code: dark on light in both themes, because many cameras read nothing else. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 3 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#ffffff" />
      <path d={squares.join('')} fill="#000000" />
    </svg>
  )
}
