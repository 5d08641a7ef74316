/** The main links of the header. About is always shown (HDR-11). A free hut hides pages that sell something. */
export const NAVIGATION = [
  { to: '/events', label: 'Sessions' },
  { to: '/activities', label: 'Activities' },
  { to: '/my/goals', label: 'My goals' },
  { to: '/pricing', label: 'Pricing', isSold: true },
  { to: '/about', label: 'About' }
] as const
