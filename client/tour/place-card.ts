/** Computes the position of a step's card: beside its target, and always within the screen. */

export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  top: number
  left: number
}

const GAP = 14
const MARGIN = 12

/** In pixels of the viewport. Without a target the card is at the bottom. */
export function placeCard(target: Box | null, card: Size, viewport: Size): { top: number; left: number } {
  const lowest = viewport.height - card.height - MARGIN
  const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
  if (!target) return { top: Math.max(MARGIN, lowest), left: (viewport.width - card.width) / 2 }
  const below = target.top + target.height + GAP
  const above = target.top - GAP - card.height
  const top = below <= lowest ? below : above >= MARGIN ? above : lowest
  return {
    top: between(MARGIN, top, Math.max(MARGIN, lowest)),
    left: between(MARGIN, target.left, Math.max(MARGIN, viewport.width - card.width - MARGIN))
  }
}
