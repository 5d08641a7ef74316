/**
 * The accent colour of a hut. Ten shades replace those of the theme (client/theme.ts). Filled buttons have white text on
 * the accent in the light scheme, and dark text on a light shade in the dark scheme, so both must have enough contrast.
 */

/** The least contrast between text and its ground (WCAG AA). */
const LEAST_CONTRAST = 4.5
const WHITE: Colour = [255, 255, 255]
const INK: Colour = [42, 35, 30]
const PAPER: Colour = [250, 245, 238]
/** The shade of the dark scheme, and the ground below it. */
const DARK_SHADE = 4
const DARK_GROUND: Colour = [28, 23, 20]

/** Red, green and blue from 0 to 255. */
type Colour = readonly [number, number, number]

/** How much white (positive) or black (negative) each shade has. Shade 7 is the accent itself. */
const MIX = [0.93, 0.85, 0.7, 0.58, 0.45, 0.25, 0.12, 0, -0.14, -0.32]

/** Returns the ten shades of an accent as `#rrggbb`, the lightest first. */
export function shadesOf(accent: string): string[] {
  const colour = read(accent)
  return MIX.map(part => write(part >= 0 ? mix(colour, WHITE, part) : mix(colour, [0, 0, 0], -part)))
}

/** Returns why an accent cannot be used; null when it can. @param accent as `#rrggbb` */
export function accentFault(accent: string): string | null {
  const light = Math.min(contrast(read(accent), WHITE), contrast(read(accent), PAPER))
  if (light < LEAST_CONTRAST) {
    return `This colour is too light: its contrast is ${light.toFixed(1)}, and readable text needs ${LEAST_CONTRAST}.`
  }
  const shade = read(shadesOf(accent)[DARK_SHADE] as string)
  const dark = Math.min(contrast(shade, INK), contrast(shade, DARK_GROUND))
  if (dark < LEAST_CONTRAST) {
    return `This colour is too dark for the night theme: its contrast there is ${dark.toFixed(1)}, and readable text needs ${LEAST_CONTRAST}.`
  }
  return null
}

function read(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const write = (colour: Colour): string =>
  `#${colour.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function mix(a: Colour, b: Colour, part: number): Colour {
  const one = (index: 0 | 1 | 2): number => a[index] * (1 - part) + b[index] * part
  return [one(0), one(1), one(2)]
}

/** The contrast ratio of two colours by WCAG, from 1 to 21. */
function contrast(a: Colour, b: Colour): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (bright + 0.05) / (dim + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
