/**
 * Computes the position of a tip's card: below what it explains, within the screen, and over no ring, clock or field. It
 * covers a title or a button only if every place covers something.
 */

export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  top: number
  left: number
}
type Place = Pick<Box, 'top' | 'left'>

const GAP = 14
const MARGIN = 12

/**
 * In pixels of the viewport. The first place that covers nothing of `avoid` wins: below the target, above it, beside it,
 * at the bottom, at the top. If something right below the target must stay free, the top comes before the bottom. If all
 * places cover something, the one that covers the least wins.
 * @param target null for none; the card is then at the bottom
 * @param spare decides between places that cover equally much of `avoid`
 */
export function placeCard(
  target: Box | null,
  card: Size,
  viewport: Size,
  avoid: readonly Box[] = [],
  spare: readonly Box[] = []
): Place {
  const lowest = Math.max(MARGIN, viewport.height - card.height - MARGIN)
  const right = Math.max(MARGIN, viewport.width - card.width - MARGIN)
  const middle = (viewport.width - card.width) / 2
  const at = (top: number, left: number): Place => ({
    top: Math.max(MARGIN, Math.min(top, lowest)),
    left: Math.max(MARGIN, Math.min(left, right))
  })
  const next = target ? around(target, card, { ...viewport, lowest, right }, at) : []
  const bottom = [at(lowest, target ? target.left : middle), at(lowest, right)]
  const top = [at(MARGIN, right), at(MARGIN, MARGIN)]
  const [first] = next
  const isBelowTaken = target && first && first.top > target.top && covered(first, card, avoid) > 0
  const places = [...next, ...(isBelowTaken ? [...top, ...bottom] : [...bottom, ...top])]
  return leastCovering(leastCovering(places, card, avoid), card, spare)[0] ?? at(lowest, middle)
}

/** The places next to the target that have room on the screen. */
function around(
  target: Box,
  card: Size,
  { lowest, right }: Size & { lowest: number; right: number },
  at: (top: number, left: number) => Place
): Place[] {
  const below = target.top + target.height + GAP
  const above = target.top - GAP - card.height
  const [after, before] = [target.left + target.width + GAP, target.left - GAP - card.width]
  // A target outside of the screen has no place next to it.
  const isSeen = target.top + target.height > 0
  return [
    ...(below <= lowest && isSeen ? [at(below, target.left)] : []),
    ...(above >= MARGIN ? [at(above, target.left)] : []),
    ...(after <= right ? [at(target.top, after)] : []),
    ...(before >= MARGIN ? [at(target.top, before)] : [])
  ]
}

/** The places where the card covers the fewest pixels of the boxes. */
function leastCovering(places: readonly Place[], card: Size, boxes: readonly Box[]): Place[] {
  const pixels = places.map(place => covered(place, card, boxes))
  const least = Math.min(...pixels)
  return places.filter((_, at) => pixels[at] === least)
}

function covered(place: Place, card: Size, boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => sum + overlap({ ...place, ...card }, box), 0)
}

/** The pixels that two boxes share. */
function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return wide > 0 && high > 0 ? wide * high : 0
}
