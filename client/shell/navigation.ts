/** Main links of the header; a link appears here once its page exists. About is always shown (HDR-11), and pages that sell something not in a hut that is free. */
export const NAVIGATION = [
  { to: '/events', label: 'Sessions' },
  { to: '/activities', label: 'Activities' },
  { to: '/my/goals', label: 'My goals' },
  { to: '/pricing', label: 'Pricing', isSold: true },
  { to: '/about', label: 'About' }
] as const
