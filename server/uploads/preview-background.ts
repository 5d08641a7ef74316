/** The paper, logo, hut and ring of a preview. */
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, type PreviewRing } from '../../domain/previews/preview.ts'

const PAPER = '#fffdfa'

export const LEFT = 72

/** The ring next to the words: its middle, radius and width. */
export const RING = { x: 950, y: 290, radius: 172, width: 30 }

export function background(ring: PreviewRing | null, color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}">
  <defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#fffaf3"/><stop offset="0.55" stop-color="#ffeedd"/><stop offset="1" stop-color="#ffd0a6"/>
  </linearGradient></defs>
  <rect width="100%" height="100%" fill="url(#sky)"/>
  <path d="M480 630C620 560 760 590 900 552S1100 520 1200 500V630Z" fill="#eab98c"/>
  <path d="M640 630C800 596 980 606 1200 568V630Z" fill="#c98a5c"/>
  ${LOGO}
  ${ring ? ringSvg(ring, color) : HUT}
</svg>`
}

/** The same as client/public/favicon.svg. */
const LOGO = `<g transform="translate(${LEFT} 62) scale(1.5)"><rect width="32" height="32" rx="9" fill="#bf440f"/>
  <path d="M6.5 15.6 16 7.2l9.5 8.4" fill="none" stroke="#fff6ec" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
  <path d="M16 25.2c-3 0-5.2-2-5.2-4.8 0-3.2 3.4-4.3 4.6-7.3 3 1.5 5.8 4.1 5.8 7.3 0 2.8-2.2 4.8-5.2 4.8Z" fill="#ffc9a8"/></g>`

/** The same as client/home/HutScene.tsx. */
const HUT = `<g transform="translate(-250 128) scale(1.18)">
  <path d="M862 344l34-96 34 96ZM1112 340l38-112 38 112Z" fill="#8a5a3c"/>
  <rect x="1038" y="202" width="24" height="52" fill="#452a1c"/>
  <path d="M900 272h196v78H900Z" fill="#6b4128"/><path d="m876 280 122-88 122 88-14 14-108-76-108 76Z" fill="#452a1c"/>
  <path d="m900 272 98-70 98 70Z" fill="#6b4128"/><rect x="926" y="288" width="52" height="40" rx="5" fill="#ffb454"/>
  <path d="M952 288v40M926 308h52" stroke="#6b4128" stroke-width="4"/><path d="M1016 350v-54a26 26 0 0 1 52 0v54Z" fill="#452a1c"/>
  <path d="M1042 348c-13 0-22-8-22-20 0-14 15-19 20-32 13 7 24 18 24 32 0 12-9 20-22 20Z" fill="#ffb454"/></g>`

function ringSvg({ parts }: PreviewRing, color: string): string {
  const { x, y, radius, width } = RING
  const disc = `<circle cx="${x}" cy="${y}" r="${radius + 34}" fill="${PAPER}"/>`
  const circle = (dash: string, opacity: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="${width}" ${dash} opacity="${opacity}" transform="rotate(-90 ${x} ${y})"/>`
  if (parts.length < 2) return disc + circle('', 1)
  const around = 2 * Math.PI * radius
  const total = parts.reduce((sum, seconds) => sum + seconds, 0)
  const gap = 7
  let begin = 0
  const pieces = parts.map((seconds, index) => {
    const length = (seconds / total) * around
    const shown = Math.max(2, length - gap)
    const piece = circle(
      `stroke-dasharray="${shown} ${around - shown}" stroke-dashoffset="${-begin}"`,
      index % 2 === 0 ? 1 : 0.5
    )
    begin += length
    return piece
  })
  return disc + pieces.join('')
}
