import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** Width of the white border, in squares of the code. A camera needs it to find the code. */
const QUIET = 4

/** A QR code, dark on white in both themes: many cameras do not read the opposite. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encodeQR(text, 'raw', { border: QUIET }), [text])
  const path = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      style={{ width: 'min(100%, 15rem)', marginInline: 'auto', borderRadius: '0.75rem' }}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#1d1712" />
    </svg>
  )
}
