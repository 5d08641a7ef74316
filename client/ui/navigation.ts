/**
 * The main links of the header. Today is for members, and comes first (D-143). About is always shown (HDR-11). A free hut
 * hides pages that sell something, and members see their balance instead of them.
 */
const NAVIGATION: readonly { to: string; label: string; for?: 'members' | 'buyers' }[] = [
  { to: '/my/today', label: 'Today', for: 'members' },
  { to: '/events', label: 'Sessions' },
  { to: '/activities', label: 'Activities' },
  { to: '/my/goals', label: 'My goals' },
  { to: '/pricing', label: 'Pricing', for: 'buyers' },
  { to: '/about', label: 'About' }
]

export function mainLinks({
  isMember,
  isFree
}: {
  isMember: boolean
  isFree: boolean
}): { to: string; label: string }[] {
  return NAVIGATION.filter(place =>
    place.for === 'members' ? isMember : place.for !== 'buyers' || !(isMember || isFree)
  )
}
